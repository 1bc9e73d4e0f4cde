package dev.ductile.scheduler;

import dev.ductile.api.Allocation;
import dev.ductile.api.ChangeReason;
import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Order;
import dev.ductile.api.Plan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A change of a job's allocation.
 *
 * @param asGranted the job, with the rescale mode of this order
 * @param target the new allocation; empty if the job must stop
 */
record AllocationChange(Job job, JobSpec asGranted, Allocation target) {
  static AllocationChange stop(Job job) {
    return new AllocationChange(job, job.spec(), Allocation.NONE);
  }

  /** The changes of a plan. Resources are released before another job gets them. */
  static List<AllocationChange> of(Cluster cluster, Plan plan) {
    var changes = new ArrayList<AllocationChange>();
    int kept = 0;
    for (Grant grant : plan.grants()) {
      kept += grant.job().holdsResources() ? 1 : 0;
      if (grant.isChange()) {
        changes.add(new AllocationChange(grant.job(), asGranted(grant), grant.allocation()));
      }
    }
    if (kept < cluster.running().size()) {
      changes.addAll(0, stops(cluster, plan));
    }
    return changes;
  }

  Event event(Instant now, Optional<ChangeReason> why) {
    return new Event.Allocated(now, job.id(), revision(), job.allocation(), target, why);
  }

  Order order() {
    return new Order(revision(), asGranted, target);
  }

  private long revision() {
    return job.revision() + 1;
  }

  private static JobSpec asGranted(Grant grant) {
    JobSpec spec = grant.job().spec();
    return grant.rescaleMode() == spec.rescaleMode()
        ? spec
        : spec.withRescaleMode(grant.rescaleMode());
  }

  /** The jobs that hold resources and have no grant. */
  private static List<AllocationChange> stops(Cluster cluster, Plan plan) {
    Set<Long> granted =
        plan.grants().stream().map(grant -> grant.job().arrival()).collect(Collectors.toSet());
    return cluster.running().stream()
        .filter(job -> !granted.contains(job.arrival()))
        .map(AllocationChange::stop)
        .toList();
  }
}
