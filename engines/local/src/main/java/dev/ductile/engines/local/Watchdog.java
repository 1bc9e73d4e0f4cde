package dev.ductile.engines.local;

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
  static Optional<String> bark(Duration stall, Track track, Stream<Task> workers, Instant now) {
    return bark(stall, track, now)
        .or(() ->
            workers
                .filter(task -> isSilent(task, now, stall))
                .map(task -> task.seat() + " " + silence(stall))
                .findFirst());
  }

  static Optional<String> bark(Duration stall, Track track, Instant now) {
    Duration still = Duration.between(track.stepAt(), now);
    if (still.compareTo(stall) > 0) {
      return Optional.of(
          track.step() < 0
              ? "no step for %s since it was started. Maybe it does not print its steps?"
                  .formatted(seconds(still))
              : "no step for %s; the last was %s".formatted(seconds(still), number(track.step())));
    }
    return Optional.empty();
  }

  /** Whether it reports steps as a rule, and has not printed anything for so long. */
  static boolean isSilent(Task task, Instant now, Duration stall) {
    Reading reading = task.reading();
    return task.isUp()
        && reading.reports() >= HABIT
        && Duration.between(reading.outputAt(), now).compareTo(stall) > 0;
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
