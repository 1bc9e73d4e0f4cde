package dev.ductile.scheduler;

import dev.ductile.api.Estimator;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobState;
import dev.ductile.api.RestorableEstimator;
import dev.ductile.api.SpeedSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The measurements of the jobs that train with all tasks of their last order. An engine accepts an
 * order before the tasks have changed, and until then reports the speed of the old size.
 */
final class Measurements {
  private final Estimator estimator;

  /** The last order of each job with whose allocation the job was reported to run. */
  private final Map<JobId, Long> arrived = new HashMap<>();

  Measurements(Estimator estimator) {
    this.estimator = estimator;
  }

  /**
   * A job is reported to run, with all tasks of its last order or with a part of them. The same
   * report again, such as the answer to a scheduler that adopts the job, measures nothing.
   */
  void run(Job job, boolean isComplete) {
    if (!isComplete) {
      arrived.remove(job.id());
    } else if (!hasArrived(job)) {
      arrived.put(job.id(), job.revision());
      add(job);
    }
  }

  /** Shows the estimator the present rate of a job, if it is the rate of its allocation. */
  void add(Job job) {
    if (isMeasured(job)) {
      estimator.measured(job, job.progress().stepsPerSecond());
    }
  }

  /** The speed of a job by all measurements, if it is not the one that the picture shows. */
  Optional<SpeedSpec> estimate(Job job) {
    return isMeasured(job) ? estimator.estimate(job) : Optional.empty();
  }

  /** Whether a snapshot can contain all that the estimator knows. */
  boolean isRestorable() {
    return estimator.equals(Estimator.NONE) || estimator instanceof RestorableEstimator<?>;
  }

  /** A job with the memory of its measurements, as data. */
  JobSnapshot snapshot(Job job) {
    Optional<Record> memory =
        estimator instanceof RestorableEstimator<?> restorable
            ? restorable.memory(job.id()).map(known -> known)
            : Optional.empty();
    return JobSnapshot.of(job, Optional.ofNullable(arrived.get(job.id())), memory);
  }

  /** Puts back what the snapshot has of a job's measurements. */
  void restore(JobSnapshot job) {
    job.arrived().ifPresent(revision -> arrived.put(job.spec().id(), revision));
    if (job.memory().isPresent()) {
      restorable().restoreRecord(job.spec().id(), job.memory().get());
    }
  }

  private RestorableEstimator<?> restorable() {
    if (estimator instanceof RestorableEstimator<?> restorable) {
      return restorable;
    }
    throw new IllegalArgumentException(
        "the snapshot has measurements, and the estimator %s cannot take them"
            .formatted(estimator.getClass().getName()));
  }

  void forget(JobId job) {
    arrived.remove(job);
    estimator.forget(job);
  }

  private boolean isMeasured(Job job) {
    return job.state() == JobState.RUNNING
        && job.progress().stepsPerSecond() > 0
        && hasArrived(job);
  }

  private boolean hasArrived(Job job) {
    return arrived.getOrDefault(job.id(), 0L) == job.revision();
  }
}
