package dev.ductile.models.fit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Chooses the next setup to measure: the one that reduces the sum of the standard deviations of all
 * setups most. It uses only speeds that were measured already.
 */
final class ExperimentDesign {
  /** The most setups that are considered; of more, a sample at even distances. */
  private static final int MOST_SETUPS = 400;

  private static final double LEAST_VARIANCE = 1e-12;

  private ExperimentDesign() {}

  static Optional<Setup> next(Posterior known, Collection<Setup> setups, Collection<Setup> done) {
    List<Setup> all = spread(new ArrayList<>(new TreeSet<>(setups)));
    double[][] covariance = covariance(known, all);
    double noise = ResidualKernel.NOISE * ResidualKernel.NOISE;
    Optional<Setup> best = Optional.empty();
    double most = -1;
    for (int j = 0; j < all.size(); j++) {
      double gain = done.contains(all.get(j)) ? -1 : gain(covariance, j, noise);
      if (gain > most) {
        most = gain;
        best = Optional.of(all.get(j));
      }
    }
    return best;
  }

  /** The decrease of the sum of all standard deviations if this setup were measured. */
  private static double gain(double[][] covariance, int measured, double noise) {
    double gain = 0;
    double variance = Math.max(covariance[measured][measured], LEAST_VARIANCE) + noise;
    for (int i = 0; i < covariance.length; i++) {
      double before = Math.max(covariance[i][i], LEAST_VARIANCE);
      double shared = covariance[Math.max(i, measured)][Math.min(i, measured)];
      double after = Math.max(before - shared * shared / variance, 0);
      gain += Math.sqrt(before) - Math.sqrt(after);
    }
    return gain;
  }

  private static double[][] covariance(Posterior known, List<Setup> setups) {
    List<Posterior.Projection> projections = setups.stream().map(known::projection).toList();
    double[][] covariance = new double[projections.size()][];
    for (int i = 0; i < covariance.length; i++) {
      covariance[i] = new double[i + 1];
      for (int j = 0; j <= i; j++) {
        covariance[i][j] = known.covariance(projections.get(i), projections.get(j));
      }
    }
    return covariance;
  }

  private static List<Setup> spread(List<Setup> setups) {
    if (setups.size() <= MOST_SETUPS) {
      return setups;
    }
    var some = new ArrayList<Setup>(MOST_SETUPS);
    for (int i = 0; i < MOST_SETUPS; i++) {
      some.add(setups.get((int) ((long) i * (setups.size() - 1) / (MOST_SETUPS - 1))));
    }
    return some;
  }
}
