package dev.ductile.scenario.cluster;

import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Elasticity;
import java.time.Duration;
import java.util.Optional;

/**
 * The choices of a user who imports a cluster.
 *
 * @param source the system; by the content of the input if it is absent
 * @param timeLeft the time that a job without a time limit is assumed to need from now on
 * @param elastic the rule that lets jobs change their sizes; all keep their size if it is absent
 */
public record ImportSettings(
    Catalog catalog,
    Optional<ClusterSource> source,
    Duration timeLeft,
    Optional<Elasticity> elastic) {
  public static final Duration DEFAULT_TIME_LEFT = Duration.ofHours(1);

  public ImportSettings {
    if (!timeLeft.isPositive()) {
      throw new IllegalArgumentException("the time left must be above zero, not " + timeLeft);
    }
  }
}
