package dev.ductile.scheduler.sharing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.ClusterSettings;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.JobState;
import dev.ductile.api.Node;
import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.api.Roster;
import dev.ductile.api.Size;
import dev.ductile.api.Usage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The picture of the cluster for one priority level: only its jobs, and of each node only what they
 * hold and what is offered to the level.
 */
final class LevelPicture {
  private final Cluster cluster;
  private final AllocationDraft draft;
  private final TaskAmounts tasks;
  private final OwnerQuotas quotas;
  private final Map<Integer, double[]> held = new HashMap<>();

  private LevelPicture(
      Cluster cluster, AllocationDraft draft, TaskAmounts tasks, OwnerQuotas quotas) {
    this.cluster = cluster;
    this.draft = draft;
    this.tasks = tasks;
    this.quotas = quotas;
  }

  static Cluster of(
      Cluster cluster,
      PriorityLevel level,
      AllocationDraft draft,
      TaskAmounts tasks,
      ResourceOffer offer,
      OwnerQuotas quotas) {
    return new LevelPicture(cluster, draft, tasks, quotas).picture(level, offer);
  }

  private Cluster picture(PriorityLevel level, ResourceOffer offer) {
    level.running().forEach(job -> hold(job, draft.allocation(job)));
    level.pinned().forEach(job -> hold(job, job.allocation()));
    Roster roster = roster(level);
    List<Job> running =
        level.running().stream()
            .map(job -> roster.at(job.arrival()).orElseThrow())
            .filter(Job::holdsResources)
            .toList();
    Nodes nodes = nodes(offer);
    FreeCapacity left = nodes.allFree();
    running.forEach(job -> left.take(job.allocation(), job.spec().demand()));
    level.pinned().forEach(job -> left.take(job.allocation(), job.spec().demand()));
    var settings =
        new ClusterSettings(cluster.settings().policy(), List.of(), cluster.settings().drained());
    return new Cluster(
        cluster.now(),
        nodes,
        roster,
        running,
        level.pinned(),
        left,
        settings,
        Usage.NONE,
        cluster.nodes());
  }

  private Roster roster(PriorityLevel level) {
    Roster roster = level.jobs();
    for (Job job : level.running()) {
      roster = roster.with(shown(job));
    }
    if (quotas.isLimited()) {
      for (Job job : roster) {
        roster = job.isProtected(cluster.now()) ? roster : roster.with(quotas.limited(job));
      }
    }
    return roster;
  }

  /** The job with what it holds after it has given resources back. */
  private Job shown(Job job) {
    Allocation now = draft.allocation(job);
    if (now.equals(job.allocation())) {
      return job;
    }
    double devices = now.isNone() ? 0 : job.spec().demand().devices(now.size());
    double rate = now.isNone() ? 0 : job.speed().stepsPerSecond(now);
    return job.withAllocation(
        now,
        now.isNone() ? JobState.QUEUED : job.state(),
        job.progress().change(cluster.now(), rate, devices),
        job.protectedUntil());
  }

  private void hold(Job job, Allocation allocation) {
    for (Allocation.Share share : allocation.shares()) {
      cluster.nodes().indexOf(share.node()).ifPresent(node -> hold(job, node, share.size()));
    }
  }

  private void hold(Job job, int node, Size size) {
    double[] amounts = held.computeIfAbsent(node, _ -> new double[tasks.resources().size()]);
    for (int column = 0; column < amounts.length; column++) {
      amounts[column] += tasks.amount(job.spec().demand(), size, column);
    }
  }

  private Nodes nodes(ResourceOffer offer) {
    var nodes = new ArrayList<Node>();
    for (int node = 0; node < cluster.nodes().count(); node++) {
      if (held.containsKey(node) || offer.includes(node)) {
        nodes.add(node(node, offer));
      }
    }
    return Nodes.of(nodes);
  }

  private Node node(int position, ResourceOffer offer) {
    Node node = cluster.nodes().get(position);
    Map<String, Double> amounts = new HashMap<>();
    for (int column = 0; column < tasks.resources().size(); column++) {
      double own = held(position, column);
      double all = Math.max(0, own + offer.free(position, column));
      String name = tasks.resources().get(column);
      amounts.put(name, Math.min(all, node.capacity().amount(name)));
    }
    return new Node(node.id(), Resources.of(amounts), node.labels(), node.device());
  }

  private double held(int node, int column) {
    return Optional.ofNullable(held.get(node)).map(amounts -> amounts[column]).orElse(0.0);
  }
}
