package dev.ductile.scenario.cluster;

import dev.ductile.api.Resources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects the nodes and jobs of Slurm, and makes a snapshot of them. */
final class SlurmCluster {
  private static final int LARGEST_PRIORITY = Integer.MAX_VALUE;

  private final Snapshot snapshot;
  private final boolean keepsNodes;
  private final Map<String, SlurmNode> nodes = new LinkedHashMap<>();
  private final List<SlurmJob> jobs = new ArrayList<>();
  private final Set<Long> jobIds = new HashSet<>();

  /**
   * An empty cluster.
   *
   * @param keepsNodes whether jobs keep their numbers of nodes, as jobs do that keep their size
   */
  SlurmCluster(Snapshot snapshot, boolean keepsNodes) {
    this.snapshot = snapshot;
    this.keepsNodes = keepsNodes;
  }

  boolean hasNodes() {
    return !nodes.isEmpty();
  }

  /** Takes an element of one of the lists. */
  void take(String list, Entry item) {
    switch (list) {
      case "nodes" -> {
        add(SlurmNode.ofNodes(item));
        item.seconds("last_busy").ifPresent(snapshot::seen);
      }
      case "sinfo" -> SlurmNode.ofSinfo(item).forEach(this::add);
      case "jobs" -> {
        add(SlurmJob.of(item));
        item.seconds("last_sched_evaluation").ifPresent(snapshot::seen);
      }
      default -> throw new IllegalArgumentException("no list of Slurm: " + list);
    }
  }

  /** Takes the keys beside the lists: the time of the answer. */
  void end(Entry others) {
    others.seconds("last_update").ifPresent(snapshot::seen);
  }

  private void add(SlurmNode node) {
    if (!node.isFuture()) {
      nodes.merge(node.name(), node, SlurmNode::with);
    }
  }

  /** A job may be in the input twice: squeue and scontrol list the same jobs. */
  private void add(SlurmJob job) {
    if (jobIds.add(job.id())) {
      jobs.add(job);
    }
  }

  void finish() {
    for (SlurmJob job : jobs) {
      snapshot.seen(job.times().submitted());
      if (SlurmJobs.runs(job)) {
        job.times().start().ifPresent(snapshot::seen);
      }
    }
    nodes.values().forEach(node -> snapshot.add(node.node()));
    var converted = new SlurmJobs(snapshot, nodes, jobs, hasPriorities(), keepsNodes);
    jobs.forEach(converted::add);
    takeHidden(converted.held());
  }

  /** Whether priorities say more than the order of submission. */
  private boolean hasPriorities() {
    boolean isBasic = jobs.stream().anyMatch(job -> job.priority().orElse(0) > LARGEST_PRIORITY);
    if (isBasic) {
      snapshot
          .remarks()
          .add(
              "priorities are left out, because priority/basic gives them by the order of submission");
    }
    return !isBasic;
  }

  /** What Slurm has allocated and no job of the state holds is not free. */
  private void takeHidden(Map<String, Resources> held) {
    Map<String, Resources> known = new HashMap<>(held);
    for (SlurmNode node : nodes.values()) {
      if (node.allocated().isEmpty()) {
        snapshot
            .remarks()
            .add(
                "sinfo joined several nodes in one row, so only the listed jobs count as use; sinfo -N --json shows each node");
        continue;
      }
      Resources hidden =
          node.allocated().get().minus(known.getOrDefault(node.name(), Resources.NONE));
      Resources kept = withoutRounding(hidden, node.capacity());
      if (!kept.isNone()) {
        snapshot.takeOther(node.name(), kept);
        snapshot
            .remarks()
            .node(
                "jobs that are not in the state use a part of the node, which is not free",
                node.name());
      }
    }
  }

  private static Resources withoutRounding(Resources amounts, Resources capacity) {
    var kept = new HashMap<>(amounts.amounts());
    kept.entrySet().removeIf(one -> one.getValue() <= 1e-9 * capacity.amount(one.getKey()));
    return Resources.of(kept);
  }
}
