package dev.ductile.models.convergence;

/** The forecast of the steps until a loss reaches a target. */
public sealed interface Forecast {
  /** There are too few losses for a forecast. */
  record TooEarly(long losses, long needed) implements Forecast {}

  /** The newest losses are not finite: the run has diverged. */
  record Diverged() implements Forecast {}

  /** The smoothed loss has already reached the target. */
  record Reached(double smoothed) implements Forecast {}

  /**
   * The number of further steps.
   *
   * @param low the 5 % quantile of the further steps
   * @param likely their median
   * @param high their 95 % quantile
   * @param chance the probability that the target is reached within the limit; the quantiles are
   *     conditional on this
   */
  record Expected(long low, long likely, long high, double chance) implements Forecast {
    public Expected {
      if (!(low >= 1 && low <= likely && likely <= high && chance > 0 && chance <= 1)) {
        throw new IllegalArgumentException(
            "a forecast needs 1 <= low <= likely <= high and a chance of 0 to 1, not %d, %d, %d and %s"
                .formatted(low, likely, high, chance));
      }
    }
  }

  /** The target is improbable up to the limit, which is a step. */
  record Unlikely(long limit, double chance) implements Forecast {}

  /** The default limit of a forecast, in multiples of the steps so far. */
  long REACH = 10;

  /** The last step of a forecast without a limit. */
  static long limit(LossHistory history) {
    return REACH * (history.lastStep() + 1);
  }

  /**
   * The forecast of the steps until the smoothed loss of a job is at or below the target.
   *
   * @param limit the last step that counts
   */
  static Forecast of(LossHistory history, double target, long limit) {
    if (!Double.isFinite(target)) {
      throw new IllegalArgumentException("a target must be a finite loss, not " + target);
    }
    if (history.hasDiverged()) {
      return new Diverged();
    }
    if (history.losses() > 0 && history.smoothed() <= target) {
      return new Reached(history.smoothed());
    }
    return Ensemble.fit(history)
        .map(curve -> curve.forecast(target, limit))
        .orElse(new TooEarly(history.losses(), Ensemble.FEWEST));
  }
}
