package dev.ductile.engines.supervision;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/** Tells when a job that is still there does nothing any more. */
final class Watchdog {
  /** A task that has reported so often does so as a rule, and its silence means something. */
  private static final int HABIT = 3;

  private Watchdog() {}

  /** What is wrong, if anything is, with a job whose workers are these. */
  static Optional<String> stall(
      Duration stall,
      JobProgress progress,
      Stream<SupervisedTask> workers,
      Instant now,
      PauseDetector pauses) {
    return stall(stall, progress, now, pauses)
        .or(() ->
            workers
                .filter(task -> isSilent(task, now, stall, pauses))
                .map(task -> task.placement() + " " + silence(limit(task, stall)))
                .findFirst());
  }

  static Optional<String> stall(
      Duration stall, JobProgress progress, Instant now, PauseDetector pauses) {
    Duration still = pauses.silence(progress.stepAt(), now);
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
   * Whether it reports steps as a rule, or has promised to, and has not printed anything for so
   * long.
   */
  static boolean isSilent(SupervisedTask task, Instant now, Duration stall, PauseDetector pauses) {
    TaskOutput output = task.output();
    boolean speaks = output.reports() >= HABIT || output.within().isPresent();
    Duration silence = pauses.silence(output.outputAt(), now);
    return task.isUp() && speaks && silence.compareTo(limit(task, stall)) > 0;
  }

  /** How long a task may be silent: as long as it has said itself, else as any task. */
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
