package dev.ductile.engines.local;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Tells when a job that is still there does nothing any more. */
final class Watchdog {
  /** A task that has reported so often does so as a rule, and its silence means something. */
  private static final int HABIT = 3;

  private Watchdog() {}

  static Optional<String> bark(Generation generation, Track track, Instant now) {
    Duration stall = generation.program().stall();
    Duration still = Duration.between(track.stepAt(), now);
    if (still.compareTo(stall) > 0) {
      return Optional.of(
          track.step() < 0
              ? "no step for %s since it was started. Maybe it does not print its steps?"
                  .formatted(seconds(still))
              : "no step for %s; the last was %s".formatted(seconds(still), number(track.step())));
    }
    return generation
        .workers()
        .filter(task -> task.isUp() && isSilent(task.reading(), now, stall))
        .map(task -> "%s has printed nothing for %s".formatted(task.seat(), seconds(stall)))
        .findFirst();
  }

  private static boolean isSilent(Reading reading, Instant now, Duration stall) {
    return reading.reports() >= HABIT
        && Duration.between(reading.outputAt(), now).compareTo(stall) > 0;
  }

  private static String seconds(Duration duration) {
    long tenths = duration.toMillis() / 100;
    return tenths >= 100 || tenths % 10 == 0 ? tenths / 10 + " s" : tenths / 10.0 + " s";
  }

  private static String number(double step) {
    return step == Math.rint(step) && step < 1e15
        ? Long.toString((long) step)
        : Double.toString(step);
  }
}
