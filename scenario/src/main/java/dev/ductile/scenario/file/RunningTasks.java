package dev.ductile.scenario.file;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.JobId;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Size;
import dev.ductile.api.TaskDemand;
import dev.ductile.text.InputException;
import dev.ductile.text.Written;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The allocations of the running jobs of a state: on the named nodes, else by first fit on one node
 * if possible, else on several nodes. A job may hold tasks that it may not keep, for example on a
 * node that has lost a label or a device: a decision evicts them.
 */
final class RunningTasks {
  private final Nodes nodes;
  private final Set<NodeId> down;
  private final FreeCapacity free;

  /** The tasks that a state lists for a job. */
  record Running(Written written, StateEntry.RunningEntry entry, JobId id, Demand demand) {}

  RunningTasks(Nodes nodes, Set<NodeId> down) {
    this.nodes = nodes;
    this.down = down;
    this.free = FreeCapacity.of(Cluster.of(Instant.EPOCH, nodes, List.of()));
  }

  /** The size of a running job; empty if it holds nothing. */
  static Optional<Size> size(StateEntry.RunningEntry entry) {
    int workers = 0;
    int servers = 0;
    for (StateEntry.ShareEntry share : entry.on().orElse(List.of())) {
      workers += share.workers().orElse(0);
      servers += share.servers().orElse(0);
    }
    Size size = new Size(entry.workers().orElse(workers), entry.servers().orElse(servers));
    return size.isNone() ? Optional.empty() : Optional.of(size);
  }

  void takeKnown(Optional<Running> running, Map<JobId, Allocation> allocations) {
    running
        .filter(job -> job.entry().on().isPresent())
        .ifPresent(job -> known(job).ifPresent(taken -> allocations.put(job.id(), taken)));
  }

  void takeAny(Optional<Running> running, Map<JobId, Allocation> allocations) {
    running
        .filter(job -> job.entry().on().isEmpty())
        .ifPresent(
            job -> size(job.entry()).ifPresent(size -> allocations.put(job.id(), any(job, size))));
  }

  private Optional<Allocation> known(Running job) {
    Optional<Size> size = size(job.entry());
    Map<NodeId, Size> shares = new HashMap<>();
    for (Written share : job.written().need("on").elements()) {
      take(job, share, shares);
    }
    Allocation allocation = Allocation.of(shares);
    if (!allocation.size().equals(size.orElse(Size.NONE))) {
      throw job.written()
          .breaks(
              "it holds %s in all, but %s on the nodes"
                  .formatted(size.orElse(Size.NONE), allocation.size()));
    }
    return allocation.isNone() ? Optional.empty() : Optional.of(allocation);
  }

  private void take(Running job, Written written, Map<NodeId, Size> shares) {
    var share = TypeReaders.BINDER.record(StateEntry.ShareEntry.class, written);
    NodeId id = JobReader.checked(written, () -> new NodeId(share.node()));
    Size size = new Size(share.workers().orElse(0), share.servers().orElse(0));
    OptionalInt node = nodes.indexOf(id);
    if (node.isEmpty() && !down.contains(id)) {
      throw written.need("node").breaks(StateSettings.unknown(id, nodes, down));
    }
    if (shares.put(id, size) != null) {
      throw written.need("node").breaks("%s occurs a second time".formatted(id));
    }
    if (node.isPresent() && !size.isNone()) {
      free.take(node.getAsInt(), job.demand(), size); // below zero if the node has less than that
    }
  }

  private Allocation any(Running job, Size size) {
    int node = free.first(job.demand(), size, 0);
    Map<NodeId, Size> shares = new HashMap<>();
    if (node >= 0) {
      free.take(node, job.demand(), size);
      return Allocation.on(nodes.get(node).id(), size);
    }
    split(job, free.worker(job.demand()), size.workers(), Size.workers(1), shares);
    split(job, free.server(job.demand()), size.servers(), new Size(0, 1), shares);
    return Allocation.of(shares);
  }

  private void split(Running job, TaskDemand task, int tasks, Size one, Map<NodeId, Size> shares) {
    int left = tasks;
    int node = 0;
    while (left > 0) {
      node = free.first(task, 1, node);
      if (node < 0) {
        throw noRoom(job);
      }
      int here = free.room(node, task, left);
      free.take(node, task, here);
      Size more = new Size(one.workers() * here, one.servers() * here);
      shares.merge(nodes.get(node).id(), more, Size::plus);
      left -= here;
      node++;
    }
  }

  private static InputException noRoom(Running job) {
    return job.written()
        .breaks(
            "there is no room for %s tasks of %s beside the jobs before it"
                .formatted(size(job.entry()).orElse(Size.NONE), job.id()));
  }
}
