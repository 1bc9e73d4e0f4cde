package dev.ductile.scheduler.sharing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The allocations of all jobs while the parts of a cluster are decided one after the other. */
final class AllocationDraft {
  private final FreeCapacity free;
  private final Map<Long, Allocation> changed = new HashMap<>();

  AllocationDraft(Cluster cluster) {
    this.free = cluster.left();
  }

  /** The free resources; the caller must not change them. */
  FreeCapacity free() {
    return free;
  }

  Allocation allocation(Job job) {
    return Optional.ofNullable(changed.get(job.arrival())).orElseGet(job::allocation);
  }

  void set(Job job, Allocation to) {
    Allocation from = allocation(job);
    if (!from.equals(to)) {
      free.give(from, job.spec().demand());
      free.take(to, job.spec().demand());
      changed.put(job.arrival(), to);
    }
  }
}
