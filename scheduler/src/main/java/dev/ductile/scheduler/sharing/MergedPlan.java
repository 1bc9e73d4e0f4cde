package dev.ductile.scheduler.sharing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Figure;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobNote;
import dev.ductile.api.Plan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** One plan for the whole cluster from the plans for its priority levels. */
final class MergedPlan {
  private final Cluster cluster;
  private final Map<PriorityLevel, LevelDecision> decisions;
  private final Entitlements entitlements;
  private final TaskAmounts tasks;
  private final Map<Long, ReclaimCause> causes;
  private final ToDoubleFunction<String> held;

  MergedPlan(
      Cluster cluster,
      Entitlements entitlements,
      Map<PriorityLevel, LevelDecision> decisions,
      Map<Long, ReclaimCause> causes,
      ToDoubleFunction<String> held,
      TaskAmounts tasks) {
    this.cluster = cluster;
    this.decisions = decisions;
    this.entitlements = entitlements;
    this.tasks = tasks;
    this.causes = causes;
    this.held = held;
  }

  Plan plan() {
    var grants = new ArrayList<Grant>();
    var notes = new ArrayList<JobNote>();
    Map<Long, Allocation> granted = new HashMap<>();
    for (LevelDecision decision : decisions.values()) {
      for (Grant grant : decision.plan().grants()) {
        grants.add(actual(grant));
        granted.put(grant.job().arrival(), grant.allocation());
      }
      notes.addAll(decision.plan().notes());
    }
    Optional<Instant> reconsider =
        decisions.values().stream()
            .flatMap(decision -> decision.plan().reconsider().stream())
            .min(Comparator.naturalOrder());
    return new Plan(
        List.copyOf(grants),
        List.copyOf(notes),
        reconsider,
        false,
        new ShareReasons(
            cluster, tasks, new PlannedUse(cluster, granted), queues(), Map.copyOf(causes)),
        figures());
  }

  private Grant actual(Grant grant) {
    Job job = cluster.jobs().at(grant.job().arrival()).orElseThrow();
    return new Grant(job, grant.allocation(), grant.rescaleMode());
  }

  private Map<String, ShareReasons.QueueResult> queues() {
    Map<String, ShareReasons.QueueResult> results = new HashMap<>();
    decisions
        .values()
        .forEach(decision -> {
          String queue = decision.level().queue();
          results.computeIfAbsent(queue, this::result).decisions().add(decision);
        });
    return results;
  }

  private ShareReasons.QueueResult result(String queue) {
    double use = held.applyAsDouble(queue);
    return new ShareReasons.QueueResult(
        entitlements.queue(queue),
        entitlements.resource(queue),
        entitlements.initialResources(queue),
        entitlements.asResources(queue, use),
        entitlements.largest(queue) - use,
        entitlements.limit(queue) - use,
        new ArrayList<>());
  }

  /** The figures of all plans; of equal names, the largest value. */
  private List<Figure> figures() {
    Map<String, Figure> figures = new LinkedHashMap<>();
    decisions
        .values()
        .forEach(decision ->
            decision
                .plan()
                .figures()
                .forEach(figure ->
                    figures.merge(
                        figure.name(),
                        figure,
                        (one, other) -> one.value() >= other.value() ? one : other)));
    return List.copyOf(figures.values());
  }
}
