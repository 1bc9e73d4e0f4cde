package dev.ductile.engines.supervision;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Size;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** The reports of one job: events for the scheduler, and a file for a later engine. */
record JobReports(JobId job, JobProgress progress, EngineContext context) {

  void released(long revision) {
    context.report(new Event.Released(context.now(), job, revision, progress.safeSteps()));
  }

  void running(long revision, Allocation where, Instant now) {
    context.report(new Event.Running(now, job, revision, where, progress.stepsPerSecond()));
  }

  void rescaled(long revision, Size from, Allocation where, Duration pause, Instant now) {
    context.report(new Event.Rescaled(now, job, revision, from, where.size(), pause));
  }

  void crashed(long revision, String why, Instant now, int generations, RestartBudget restarts) {
    write(false, generations, restarts.crashes());
    context.report(new Event.Crashed(now, job, revision, progress.safeSteps(), why));
  }

  /** Tells operators why a generation did not save its work. */
  void unsaved(Generation generation) {
    if (!generation.stoppedInOrder()) {
      generation
          .sentence()
          .ifPresent(why -> context.notes().accept("job %s did not save: %s".formatted(job, why)));
    }
  }

  static String cannotStart(IOException why) {
    return "it cannot be started: %s (%s)"
        .formatted(why.getMessage(), why.getClass().getSimpleName());
  }

  /** Writes the file for an engine that takes the job over. */
  void write(boolean running, int generations, int crashes) {
    Path file = context.folders().record(job);
    try {
      new JobRecord(running, generations, crashes, progress.safeSteps()).write(file);
    } catch (IOException e) {
      context
          .notes()
          .accept("job %s: %s cannot be written: %s".formatted(job, file, e.getMessage()));
    }
  }
}
