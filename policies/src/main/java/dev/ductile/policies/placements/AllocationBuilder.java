package dev.ductile.policies.placements;

import dev.ductile.api.Allocation;
import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.NodeId;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/** An allocation under construction. Its tasks are taken from the free resources already. */
final class AllocationBuilder {
  private final Demand demand;
  private final FreeCapacity free;
  private final List<Integer> nodes = new ArrayList<>();
  private final List<Size> sizes = new ArrayList<>();
  private Size rest;
  private boolean distinct = true;
  private int last = -1;

  AllocationBuilder(Demand demand, Size size, FreeCapacity free) {
    this.demand = demand;
    this.free = free;
    this.rest = size;
  }

  /** Places the whole job on one node, the common case. */
  static Allocation whole(Job job, Size size, FreeCapacity free, int node) {
    free.take(node, job.spec().demand(), size);
    return on(job, free.nodes().get(node).id(), size);
  }

  boolean isComplete() {
    return rest.isNone();
  }

  /** The tasks without a place. */
  Size rest() {
    return rest;
  }

  /** One of the tasks without a place, workers first. */
  Size one() {
    return rest.workers() > 0 ? new Size(1, 0) : new Size(0, 1);
  }

  void put(int node, Size size) {
    free.take(node, demand, size);
    distinct &= node > last || !nodes.contains(node);
    last = Math.max(last, node);
    nodes.add(node);
    sizes.add(size);
    rest = new Size(rest.workers() - size.workers(), rest.servers() - size.servers());
  }

  /**
   * The largest part of the rest that fits on the node: servers in proportion to the workers they
   * serve, or else as much as fits.
   */
  Size portion(int node) {
    if (free.fits(node, demand, rest)) {
      return rest;
    }
    int workers = free.room(node, free.worker(demand), rest.workers());
    if (rest.servers() == 0) {
      return Size.workers(workers);
    }
    int balanced = balanced(node, workers);
    if (balanced > 0) {
      return withServers(balanced);
    }
    return workers > 0
        ? Size.workers(workers)
        : new Size(0, free.room(node, free.server(demand), rest.servers()));
  }

  void undo() {
    for (int i = 0; i < nodes.size(); i++) {
      free.give(nodes.get(i), demand, sizes.get(i));
    }
  }

  /** The finished allocation; the job's own object if it is equal. */
  Allocation allocation(Job job) {
    if (nodes.size() == 1) {
      return on(job, free.nodes().get(nodes.getFirst()).id(), sizes.getFirst());
    }
    Allocation allocation = distinct ? new Allocation(shares()) : merged();
    return allocation.equals(job.allocation()) ? job.allocation() : allocation;
  }

  private List<Allocation.Share> shares() {
    var shares = new ArrayList<Allocation.Share>(nodes.size());
    for (int i = 0; i < nodes.size(); i++) {
      shares.add(new Allocation.Share(free.nodes().get(nodes.get(i)).id(), sizes.get(i)));
    }
    return shares;
  }

  private Allocation merged() {
    var perNode = new HashMap<NodeId, Size>();
    shares().forEach(share -> perNode.merge(share.node(), share.size(), Size::plus));
    return Allocation.of(perNode);
  }

  private static Allocation on(Job job, NodeId node, Size size) {
    List<Allocation.Share> held = job.allocation().shares();
    if (held.size() == 1) {
      Allocation.Share share = held.getFirst();
      if (share.node().equals(node) && share.size().equals(size)) {
        return job.allocation();
      }
    }
    return Allocation.on(node, size);
  }

  /** The most workers, up to {@code most}, that fit together with their part of the servers. */
  private int balanced(int node, int most) {
    int low = 0;
    int high = most;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (free.fits(node, demand, withServers(middle))) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private Size withServers(int workers) {
    long servers = Math.ceilDiv((long) rest.servers() * workers, (long) rest.workers());
    return new Size(workers, (int) servers);
  }
}
