package dev.ductile.scenario;

import java.time.Duration;

/**
 * How nodes fail and come back.
 *
 * @param meanTimeBetween the mean time from one failure of a node to its next; zero is never
 * @param repair how long a failed node is away
 * @param checkpointEvery how often a running job saves its progress; zero is never, so that a
 *     failure costs it everything since its last start
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
