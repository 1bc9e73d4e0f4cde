package dev.ductile.answers;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Plan;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.history.ReasonFormat;
import dev.ductile.text.PlainValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The changes of all jobs by the decision of one policy.
 *
 * @param cluster the picture before the decision, in which evicted jobs may be changed
 * @param jobs changes of running jobs first; jobs of one kind in the order of the plan
 * @param byId the same changes by job
 */
record DecisionDiff(
    String policy,
    Cluster cluster,
    Plan plan,
    List<JobDiff> jobs,
    Map<JobId, JobDiff> byId,
    Takers takers) {
  static DecisionDiff of(String policy, Cluster cluster, Plan plan) {
    Map<JobId, Grant> grants = new HashMap<>();
    var ordered = new ArrayList<Job>();
    plan.grants()
        .forEach(grant -> {
          grants.put(grant.job().id(), grant);
          ordered.add(grant.job());
        });
    cluster.jobs().stream().filter(job -> !grants.containsKey(job.id())).forEach(ordered::add);
    Set<JobId> pinned = new HashSet<>();
    cluster.pinned().forEach(job -> pinned.add(job.id()));
    List<JobDiff> jobs =
        ordered.stream()
            .map(job ->
                JobDiff.of(
                    job,
                    Optional.ofNullable(grants.get(job.id())),
                    pinned.contains(job.id()),
                    plan.reasons().why(job)))
            .sorted(Comparator.comparing(JobDiff::kind))
            .toList();
    Map<JobId, JobDiff> byId = HashMap.newHashMap(jobs.size());
    jobs.forEach(diff -> byId.put(diff.job().id(), diff));
    return new DecisionDiff(policy, cluster, plan, jobs, byId, Takers.of(jobs));
  }

  private long count(Predicate<JobDiff> which) {
    return jobs.stream().filter(which).count();
  }

  /** The change of a job. */
  Optional<JobDiff> find(JobId id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** Such as {@code 2 jobs restart (1 grows, 1 moves), 3 wait.} */
  String summary() {
    var parts = new ArrayList<String>();
    add(parts, count(JobDiff::restarts), "restarts", "restart", JobDiff::restarts);
    Predicate<JobDiff> isHot = diff -> diff.isResized() && !diff.restarts();
    add(parts, count(isHot), "changes while it runs", "change while they run", isHot);
    for (JobDiff.Kind kind : JobDiff.Kind.values()) {
      long count = count(diff -> diff.kind() == kind && !diff.isResized());
      add(parts, count, kind.verb(1), kind.verb(2), _ -> false);
    }
    return parts.isEmpty() ? "there are no jobs" : String.join(", ", parts) + pauses();
  }

  private void add(
      List<String> parts, long count, String one, String many, Predicate<JobDiff> which) {
    if (count > 0) {
      String noun = !parts.isEmpty() ? "" : count == 1 ? "job " : "jobs ";
      parts.add("%d %s%s%s".formatted(count, noun, count == 1 ? one : many, kinds(which)));
    }
  }

  private String kinds(Predicate<JobDiff> which) {
    var kinds = new ArrayList<String>();
    for (JobDiff.Kind kind : JobDiff.Kind.values()) {
      long count = count(diff -> diff.kind() == kind && which.test(diff));
      if (count > 0) {
        kinds.add(count + " " + kind.verb(count));
      }
    }
    return kinds.isEmpty() ? "" : " (" + String.join(", ", kinds) + ")";
  }

  private String pauses() {
    Duration pause = expectedPause();
    return pause.isZero() ? "" : "; running jobs pause for " + Reason.text(pause) + " in all";
  }

  /** The sum of the expected pauses of the jobs that run before and after the decision. */
  private Duration expectedPause() {
    return jobs.stream()
        .filter(JobDiff::isResized)
        .map(diff -> diff.job().pause())
        .reduce(Duration.ZERO, Duration::plus);
  }

  ObjectNode tree() {
    ObjectNode tree = JsonNodeFactory.instance.objectNode().put("policy", policy);
    ArrayNode list = tree.putArray("jobs");
    jobs.forEach(diff -> list.add(tree(diff)));
    ObjectNode summary = tree.putObject("summary").put("restart", count(JobDiff::restarts));
    for (JobDiff.Kind kind : JobDiff.Kind.values()) {
      summary.put(PlainValue.word(kind), count(diff -> diff.kind() == kind));
    }
    summary.put("expectedPauseSeconds", expectedPause().toNanos() / 1e9);
    ObjectNode free = tree.putObject("free");
    left().forEach((name, amount) -> free.put(name, amount));
    ObjectNode figures = tree.putObject("figures");
    plan.figures().forEach(figure -> figures.put(figure.name(), figure.value()));
    return tree;
  }

  private ObjectNode tree(JobDiff diff) {
    Reason reason = diff.reason();
    ObjectNode entry =
        JsonNodeFactory.instance
            .objectNode()
            .put("job", diff.job().id().name())
            .put("change", PlainValue.word(diff.kind()))
            .put("restarts", diff.restarts());
    entry.set("from", tree(diff.from()));
    entry.set("to", tree(diff.to()));
    ArrayNode names = entry.putArray("placeGoesTo");
    takers.of(diff).forEach(taker -> names.add(taker.job().id().name()));
    entry.put("reasonKind", PlainValue.word(reason.kind())).put("reason", reason.sentence());
    entry.set("reasonValues", ReasonFormat.values(reason));
    return entry;
  }

  private static ObjectNode tree(Allocation allocation) {
    ObjectNode tree =
        JsonNodeFactory.instance
            .objectNode()
            .put("workers", allocation.workers())
            .put("servers", allocation.servers());
    ArrayNode nodes = tree.putArray("nodes");
    for (Allocation.Share share : allocation.shares()) {
      nodes
          .addObject()
          .put("node", share.node().name())
          .put("workers", share.size().workers())
          .put("servers", share.size().servers());
    }
    return tree;
  }

  /** The free amount of every resource of the cluster after the decision. */
  private Map<String, Double> left() {
    FreeCapacity free = FreeCapacity.of(cluster);
    for (Grant grant : plan.grants()) {
      free.take(grant.allocation(), grant.job().spec().demand());
    }
    Resources rest = free.left();
    var left = new LinkedHashMap<String, Double>();
    for (String name : cluster.nodes().columns()) {
      left.put(name, rest.amount(name));
    }
    return left;
  }
}
