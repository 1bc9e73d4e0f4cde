package dev.ductile.engines.supervision;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds jobs that run and make no progress. */
final class Watchdog {
  /** After this many reports the silence of a task counts as a hang. */
  private static final int HABIT = 3;

  private Watchdog() {}

  /**
   * Why a job counts as hung: it makes no steps, or one of its workers prints nothing.
   *
   * @param lastStep when the job last made a step, or was started
   */
  static Optional<String> stall(
      Duration stall,
      JobProgress progress,
      Instant lastStep,
      Stream<SupervisedTask> workers,
      Instant now,
      PauseDetector pauses) {
    return stall(stall, progress, lastStep, now, pauses)
        .or(() ->
            workers
                .filter(task -> isSilent(task, now, stall, pauses))
                .map(task -> task.placement() + " " + silence(limit(task, stall)))
                .findFirst());
  }

  static Optional<String> stall(
      Duration stall, JobProgress progress, Instant lastStep, Instant now, PauseDetector pauses) {
    Duration still = pauses.silence(lastStep, now);
    if (still.compareTo(stall) > 0) {
      return Optional.of(
          progress.step() < 0
              ? "no step for %s since it was started. Maybe it does not print its steps?"
                  .formatted(seconds(still))
              : "no step for %s; the last was %s"
                  .formatted(seconds(still), number(progress.step())));
    }
    return Optional.empty();
  }

  /**
   * Whether a task that usually reports steps, or announced its next line, has printed nothing for
   * too long.
   */
  static boolean isSilent(SupervisedTask task, Instant now, Duration stall, PauseDetector pauses) {
    TaskOutput output = task.output();
    boolean speaks = output.reports() >= HABIT || output.within().isPresent();
    Duration silence = pauses.silence(output.outputAt(), now);
    return task.isUp() && speaks && silence.compareTo(limit(task, stall)) > 0;
  }

  /** How long a task may be silent: the time that it announced, else the stall time of the job. */
  static Duration limit(SupervisedTask task, Duration stall) {
    return task.output().within().filter(own -> own.compareTo(stall) < 0).orElse(stall);
  }

  static String silence(Duration stall) {
    return "has printed nothing for " + seconds(stall);
  }

  static String seconds(Duration duration) {
    long tenths = duration.toMillis() / 100;
    return tenths >= 100 || tenths % 10 == 0 ? tenths / 10 + " s" : tenths / 10.0 + " s";
  }

  private static String number(double step) {
    return step == Math.rint(step) && step < 1e15
        ? Long.toString((long) step)
        : Double.toString(step);
  }
}
