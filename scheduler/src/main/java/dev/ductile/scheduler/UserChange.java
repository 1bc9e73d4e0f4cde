package dev.ductile.scheduler;

import dev.ductile.api.Control;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Size;
import java.util.Optional;

/** What a job is after a user has changed it. */
final class UserChange {
  private UserChange() {}

  static Job of(Job job, Event.Accepted event) {
    Control control = job.control();
    return switch (event) {
      case Event.Submitted _ -> job;
      case Event.Held held -> hold(job, held);
      case Event.Resumed _ -> job.with(job.spec(), control.withHeld(false));
      case Event.Amended amended -> amend(job, amended.spec());
      case Event.Scaled scaled -> fix(job, control.unscaled().orElse(job.spec()), scaled.size());
      case Event.Unscaled _ ->
          job.with(control.unscaled().orElse(job.spec()), control.withUnscaled(Optional.empty()));
    };
  }

  /** A job that is held loses its protection, so that it can be stopped. */
  private static Job hold(Job job, Event.Held event) {
    return job.with(job.spec(), job.control().withHeld(true))
        .withAllocation(job.allocation(), job.state(), job.progress(), event.at());
  }

  /** A job whose size is fixed by hand stays at that size. */
  private static Job amend(Job job, JobSpec spec) {
    return job.control().unscaled().isPresent()
        ? fix(job, spec, job.spec().bounds().least())
        : job.with(spec, job.control());
  }

  private static Job fix(Job job, JobSpec own, Size size) {
    return job.with(own.fixedAt(size), job.control().withUnscaled(Optional.of(own)));
  }
}
