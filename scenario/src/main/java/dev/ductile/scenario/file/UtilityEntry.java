package dev.ductile.scenario.file;

import dev.ductile.api.Utility;
import dev.ductile.text.NumberBounds;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The value of completing a job after a time t: gamma1 / (1 + exp(gamma2 (t - gamma3))).
 *
 * @param kind the function of the time to the end
 * @param gamma1 the largest value
 * @param gamma2 how steeply the value falls, per unit of time
 * @param gamma3 the time, in units, at which half of the value is left
 * @param unit the unit of the times of {@code gamma2} and {@code gamma3}; hours if it is absent
 */
record UtilityEntry(
    Optional<Kind> kind,
    @NumberBounds(above = 0) double gamma1,
    @NumberBounds(above = 0) double gamma2,
    @NumberBounds(least = 0) double gamma3,
    Optional<TimeUnit> unit) {
  /** The function of the time. */
  enum Kind {
    SIGMOID
  }

  Utility utility() {
    return switch (kind.orElse(Kind.SIGMOID)) {
      case SIGMOID -> new Utility.Sigmoid(gamma1, gamma2, gamma3, unit.orElse(TimeUnit.HOURS));
    };
  }
}
