package dev.ductile.scheduler;

import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Plan;
import dev.ductile.api.Violation;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/** Receives events and decisions of the scheduler, for example to write a log or figures. */
public interface SchedulerObserver {
  SchedulerObserver NONE = new SchedulerObserver() {};

  /** An event has happened and is in the ledger. */
  default void happened(Event event) {}

  /**
   * A batch of events is in the journal and was shown by {@link #happened}. The senders of its
   * commands get their answers after this call, so readers of the picture find their own commands.
   *
   * @param picture makes the picture after the batch; only for use during this call
   */
  default void committed(Supplier<Cluster> picture) {}

  /** The policy has decided; this is the legal part of its plan, which will now be applied. */
  default void decided(Cluster cluster, Plan plan) {}

  /**
   * Illegal grants of the policy's plan are dropped. The next call is {@link #decided} with the
   * legal part.
   *
   * @param plan the complete plan of the policy
   */
  default void rejected(Cluster cluster, Plan plan, List<Violation> violations) {}

  /** The estimate of a job's speed could not be made, and the job keeps the speed that it has. */
  default void estimateDropped(Instant at, JobId job, String why) {}

  /** Both observers as one; this one is called first. */
  default SchedulerObserver and(SchedulerObserver other) {
    return new Both(this, other);
  }

  /** Two observers as one. */
  record Both(SchedulerObserver first, SchedulerObserver second) implements SchedulerObserver {
    @Override
    public void happened(Event event) {
      first.happened(event);
      second.happened(event);
    }

    @Override
    public void committed(Supplier<Cluster> picture) {
      first.committed(picture);
      second.committed(picture);
    }

    @Override
    public void decided(Cluster cluster, Plan plan) {
      first.decided(cluster, plan);
      second.decided(cluster, plan);
    }

    @Override
    public void rejected(Cluster cluster, Plan plan, List<Violation> violations) {
      first.rejected(cluster, plan, violations);
      second.rejected(cluster, plan, violations);
    }

    @Override
    public void estimateDropped(Instant at, JobId job, String why) {
      first.estimateDropped(at, job, why);
      second.estimateDropped(at, job, why);
    }
  }
}
