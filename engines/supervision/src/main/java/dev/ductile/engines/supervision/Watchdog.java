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
  static Optional<String> bark(
      Duration stall, Track track, Stream<Task> workers, Instant now, Attention attention) {
    return bark(stall, track, now, attention)
        .or(() ->
            workers
                .filter(task -> isSilent(task, now, stall, attention))
                .map(task -> task.seat() + " " + silence(limit(task, stall)))
                .findFirst());
  }

  static Optional<String> bark(Duration stall, Track track, Instant now, Attention attention) {
    Duration still = attention.silence(track.stepAt(), now);
    if (still.compareTo(stall) > 0) {
      return Optional.of(
          track.step() < 0
              ? "no step for %s since it was started. Maybe it does not print its steps?"
                  .formatted(seconds(still))
              : "no step for %s; the last was %s".formatted(seconds(still), number(track.step())));
    }
    return Optional.empty();
  }

  /**
   * Whether it reports steps as a rule, or has promised to, and has not printed anything for so
   * long.
   */
  static boolean isSilent(Task task, Instant now, Duration stall, Attention attention) {
    Reading reading = task.reading();
    boolean speaks = reading.reports() >= HABIT || reading.within().isPresent();
    Duration silence = attention.silence(reading.outputAt(), now);
    return task.isUp() && speaks && silence.compareTo(limit(task, stall)) > 0;
  }

  /** How long a task may be silent: as long as it has said itself, else as any task. */
  static Duration limit(Task task, Duration stall) {
    return task.reading().within().filter(own -> own.compareTo(stall) < 0).orElse(stall);
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
