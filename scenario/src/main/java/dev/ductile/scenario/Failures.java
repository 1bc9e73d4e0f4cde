package dev.ductile.scenario;

import java.time.Duration;

/**
 * Failures and repairs of nodes.
 *
 * @param meanTimeBetween the mean time between two failures of a node; zero is never
 * @param repair the time from a failure to the repair
 * @param checkpointEvery the interval at which a running job saves its progress; zero is never, so
 *     that a failure costs all steps since its last start
 */
public record Failures(Duration meanTimeBetween, Duration repair, Duration checkpointEvery) {
  public static final Failures NEVER = new Failures(Duration.ZERO, Duration.ZERO, Duration.ZERO);

  public Failures {
    if (meanTimeBetween.isNegative() || repair.isNegative() || checkpointEvery.isNegative()) {
      throw new IllegalArgumentException(
          "times of failures cannot be negative: %s, %s, %s"
              .formatted(meanTimeBetween, repair, checkpointEvery));
    }
  }

  public boolean isNever() {
    return meanTimeBetween.isZero();
  }
}
