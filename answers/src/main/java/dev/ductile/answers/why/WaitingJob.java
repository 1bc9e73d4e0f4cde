package dev.ductile.answers.why;

import dev.ductile.answers.TimeWords;
import dev.ductile.answers.forecast.LiveState;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.FirstFit;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.Plan;
import dev.ductile.api.Reason;
import dev.ductile.api.Size;
import java.util.Set;

/**
 * A waiting job and the decision in which it waits.
 *
 * @param plan the plan of the acting policy for the present picture
 * @param runs whether the job really runs at another size, so that what it holds counts as free
 */
record WaitingJob(LiveState state, Job job, Plan plan, TimeWords words, boolean runs) {
  /** Reasons of jobs for which the resources are too few at the size that the policy chose. */
  private static final Set<Reason.Kind> SHORT =
      Set.of(
          Reason.Kind.WAITING_FOR_CAPACITY,
          Reason.Kind.BEHIND_IN_QUEUE,
          Reason.Kind.NO_SPEED_KNOWN,
          Reason.Kind.INFEASIBLE);

  Cluster cluster() {
    return state.cluster();
  }

  Demand demand() {
    return job.spec().demand();
  }

  /** The free capacity of the present picture. */
  FreeCapacity free() {
    return cluster().left();
  }

  Reason reason() {
    return plan.reasons().why(job);
  }

  /** Whether the plan gives resources to the job. */
  boolean starts() {
    return plan.grants().stream().anyMatch(grant -> grant.job().arrival() == job.arrival());
  }

  /** The least size; the size that it asks for, if the policy does not start smaller ones. */
  Size needed() {
    Size least = job.spec().bounds().least();
    boolean waitsForMore =
        SHORT.contains(reason().kind()) && FirstFit.fits(free(), demand(), least);
    return waitsForMore ? job.spec().asked() : least;
  }
}
