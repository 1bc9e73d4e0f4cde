package dev.ductile.scheduler;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobState;
import dev.ductile.api.Progress;
import dev.ductile.api.RescaleMode;

/** The state of a job after a report of its engine. */
final class JobReports {
  private JobReports() {}

  static Job release(Job job, Event.Released event) {
    return !job.holdsResources() && !isLate(event, job)
        ? job.with(job.progress().correct(event.at(), event.steps(), 0).withSaved(event.steps()))
        : job;
  }

  static Job markUnknown(Job job, Event.Unknown event) {
    return job.holdsResources() && !isLate(event, job)
        ? job.withAllocation(
            job.allocation(),
            become(job, JobState.UNKNOWN),
            job.progress().change(event.at(), 0, job.progress().devices()),
            job.protectedUntil())
        : job;
  }

  /** A job that crashed before the engine accepted its last order starts by that order. */
  static Job crash(Job job, Event.Crashed event) {
    boolean keeps = isLate(event, job) && job.holdsResources();
    Progress stopped =
        job.progress()
            .change(event.at(), 0, keeps ? job.progress().devices() : 0)
            .correct(event.at(), event.steps(), 0)
            .withSaved(event.steps());
    if (keeps) {
      JobState next = job.state() == JobState.STARTING ? JobState.STARTING : JobState.RESCALING;
      return job.withAllocation(job.allocation(), next, stopped, job.protectedUntil());
    }
    return job.withAllocation(Allocation.NONE, become(job, JobState.QUEUED), stopped, event.at());
  }

  /** The progress after a report of steps, and of a checkpoint if the engine knows one. */
  static Progress progress(Job job, Event.Progressed event) {
    double rate = isLate(event, job) ? job.progress().stepsPerSecond() : event.stepsPerSecond();
    Progress progress = job.progress().correct(event.at(), event.steps(), rate);
    return event.saved().isPresent()
        ? progress.withSaved(Math.min(event.steps(), event.saved().getAsDouble()))
        : progress;
  }

  /** The progress of a job that trains. It starts from saved steps if it was stopped before. */
  static Progress run(Job job, Event.Running event) {
    Progress progress =
        job.progress().change(event.at(), event.stepsPerSecond(), job.progress().devices());
    boolean hasStarted =
        switch (job.state()) {
          case STARTING -> true;
          case RESCALING -> job.spec().rescaleMode() == RescaleMode.CHECKPOINT;
          case QUEUED, RUNNING, UNKNOWN, SUCCEEDED, FAILED, CANCELLED -> false;
        };
    return hasStarted ? progress.withSaved(progress.steps()) : progress;
  }

  /** The mean of the expected and the measured pause, so that one odd pause does not decide. */
  static Job learnPause(Job job, Event.Rescaled event) {
    return job.withPause(job.pause().plus(event.pause()).dividedBy(2));
  }

  /** The next state of a job of which only some tasks are up. */
  static JobState partly(JobState before) {
    return switch (before) {
      case STARTING -> JobState.STARTING;
      case RUNNING -> JobState.RUNNING;
      case QUEUED, RESCALING, UNKNOWN, SUCCEEDED, FAILED, CANCELLED -> JobState.RESCALING;
    };
  }

  static JobState become(Job job, JobState next) {
    if (!job.state().canBecome(next)) {
      throw new IllegalStateException(
          "%s is %s and cannot become %s".formatted(job.id(), job.state(), next));
    }
    return next;
  }

  /** Whether the engine sent the report before it had accepted the job's last order. */
  static boolean isLate(Event.Report report, Job job) {
    return report.revision() < job.revision();
  }
}
