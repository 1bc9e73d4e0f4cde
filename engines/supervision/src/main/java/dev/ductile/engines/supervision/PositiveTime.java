package dev.ductile.engines.supervision;

import java.time.Duration;

/**
 * The check of a duration that must be above zero. It is not in {@link Settings}, whose parts use
 * it: two classes that initialise each other can wait for each other for ever.
 */
final class PositiveTime {
  private PositiveTime() {}

  static void require(String name, Duration duration) {
    if (duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException("%s must be above zero, not %s".formatted(name, duration));
    }
  }
}
