package dev.ductile.scheduler;

import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.ManualOverride;
import dev.ductile.api.Size;
import java.util.Optional;

/** The state of a job after a change by its user. */
final class UserChange {
  private UserChange() {}

  static Job of(Job job, Event.Accepted event) {
    ManualOverride override = job.manualOverride();
    return switch (event) {
      case Event.Submitted _ -> job;
      case Event.Held held -> hold(job, held);
      case Event.Resumed _ -> job.with(job.spec(), override.withHeld(false));
      case Event.Amended amended -> amend(job, amended.spec());
      case Event.Scaled scaled -> fix(job, override.unscaled().orElse(job.spec()), scaled.size());
      case Event.Unscaled _ ->
          job.with(override.unscaled().orElse(job.spec()), override.withUnscaled(Optional.empty()));
    };
  }

  /** A held job loses its protection, so that it can be stopped. */
  private static Job hold(Job job, Event.Held event) {
    return job.with(job.spec(), job.manualOverride().withHeld(true))
        .withAllocation(job.allocation(), job.state(), job.progress(), event.at());
  }

  /** A job whose size is fixed by hand keeps that size. */
  private static Job amend(Job job, JobSpec spec) {
    return job.manualOverride().unscaled().isPresent()
        ? fix(job, spec, job.spec().bounds().least())
        : job.with(spec, job.manualOverride());
  }

  private static Job fix(Job job, JobSpec own, Size size) {
    return job.with(own.fixedAt(size), job.manualOverride().withUnscaled(Optional.of(own)));
  }
}
