package dev.ductile.scenario.file;

import dev.ductile.api.Utility;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What a job is worth to its user, as people write it.
 *
 * @param unit what the times of {@code gamma2} and {@code gamma3} are counted in
 */
record UtilityEntry(
    Optional<Kind> kind, double gamma1, double gamma2, double gamma3, Optional<TimeUnit> unit) {
  /** The shape of the worth over time. */
  enum Kind {
    SIGMOID
  }

  Utility utility() {
    return switch (kind.orElse(Kind.SIGMOID)) {
      case SIGMOID -> new Utility.Sigmoid(gamma1, gamma2, gamma3, unit.orElse(TimeUnit.HOURS));
    };
  }
}
