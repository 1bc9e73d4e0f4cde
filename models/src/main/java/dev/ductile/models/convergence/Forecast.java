package dev.ductile.models.convergence;

/** When a loss will be as low as a target. */
public sealed interface Forecast {
  /** There are too few losses to say anything. */
  record TooEarly(long losses, long needed) implements Forecast {}

  /** The newest losses are no numbers: the run has diverged. */
  record Broken() implements Forecast {}

  /** The smoothed loss is there already. */
  record Reached(double smoothed) implements Forecast {}

  /**
   * It will take so many more steps.
   *
   * @param low as few as this, or fewer, one time in twenty
   * @param likely as many as not
   * @param high more than this one time in twenty
   * @param chance that the target is reached within the limit at all; the three steps before hold
   *     where it is
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

  /** It will hardly be reached up to the limit, a step. */
  record Unlikely(long limit, double chance) implements Forecast {}

  /** How many times the steps so far a forecast looks ahead where nobody says how far. */
  long REACH = 10;

  /** The step up to which a forecast looks where nobody says how far. */
  static long limit(LossHistory history) {
    return REACH * (history.lastStep() + 1);
  }

  /**
   * When the smoothed loss of a job will be at or below the target.
   *
   * @param limit the last step that counts
   */
  static Forecast of(LossHistory history, double target, long limit) {
    if (!Double.isFinite(target)) {
      throw new IllegalArgumentException("a target must be a finite loss, not " + target);
    }
    if (history.isBroken()) {
      return new Broken();
    }
    if (history.losses() > 0 && history.smoothed() <= target) {
      return new Reached(history.smoothed());
    }
    return Ensemble.fit(history)
        .map(curve -> curve.forecast(target, limit))
        .orElse(new TooEarly(history.losses(), Ensemble.FEWEST));
  }
}
