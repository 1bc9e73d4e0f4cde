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

/** One plan for the whole cluster from the plans for its parts. */
final class MergedPlan {
  private final Cluster cluster;
  private final Map<Party, Turn> turns;
  private final Entitlements entitlements;
  private final TaskAmounts tasks;
  private final Map<Long, Loss> losses;
  private final ToDoubleFunction<String> held;

  MergedPlan(
      Cluster cluster,
      Entitlements entitlements,
      TaskAmounts tasks,
      Map<Party, Turn> turns,
      Map<Long, Loss> losses,
      ToDoubleFunction<String> held) {
    this.cluster = cluster;
    this.turns = turns;
    this.entitlements = entitlements;
    this.tasks = tasks;
    this.losses = losses;
    this.held = held;
  }

  Plan plan() {
    var grants = new ArrayList<Grant>();
    var notes = new ArrayList<JobNote>();
    Map<Long, Allocation> granted = new HashMap<>();
    for (Turn turn : turns.values()) {
      for (Grant grant : turn.plan().grants()) {
        grants.add(actual(grant));
        granted.put(grant.job().arrival(), grant.allocation());
      }
      notes.addAll(turn.plan().notes());
    }
    Optional<Instant> reconsider =
        turns.values().stream()
            .flatMap(turn -> turn.plan().reconsider().stream())
            .min(Comparator.naturalOrder());
    return new Plan(
        List.copyOf(grants),
        List.copyOf(notes),
        reconsider,
        false,
        new ShareReasons(
            cluster, tasks, new PlannedUse(cluster, granted), queues(), Map.copyOf(losses)),
        figures());
  }

  private Grant actual(Grant grant) {
    Job job = cluster.jobs().at(grant.job().arrival()).orElseThrow();
    return new Grant(job, grant.allocation(), grant.rescaleMode());
  }

  private Map<String, ShareReasons.QueueResult> queues() {
    Map<String, ShareReasons.QueueResult> results = new HashMap<>();
    turns
        .values()
        .forEach(turn -> {
          String queue = turn.party().queue();
          results.computeIfAbsent(queue, this::result).turns().add(turn);
        });
    return results;
  }

  private ShareReasons.QueueResult result(String queue) {
    double use = held.applyAsDouble(queue);
    return new ShareReasons.QueueResult(
        entitlements.share(queue).queue(),
        entitlements.resource(queue),
        entitlements.resources(queue),
        entitlements.named(queue, use),
        entitlements.most(queue) - use,
        entitlements.limit(queue) - use,
        new ArrayList<>());
  }

  /** The figures of all parts; of equal names, the largest value. */
  private List<Figure> figures() {
    Map<String, Figure> figures = new LinkedHashMap<>();
    turns
        .values()
        .forEach(turn ->
            turn.plan()
                .figures()
                .forEach(figure ->
                    figures.merge(
                        figure.name(),
                        figure,
                        (one, other) -> one.value() >= other.value() ? one : other)));
    return List.copyOf(figures.values());
  }
}
