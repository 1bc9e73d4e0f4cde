package dev.ductile.api;

/**
 * A speed with its uncertainty: the likeliest speed, and a range that contains the true speed with
 * a probability of 90 %.
 */
public record Estimate(double stepsPerSecond, double low, double high) {
  public Estimate {
    if (!(low >= 0 && low <= stepsPerSecond && stepsPerSecond <= high)) {
      throw new IllegalArgumentException(
          "an estimate needs 0 <= low <= stepsPerSecond <= high, not %s, %s, %s"
              .formatted(low, stepsPerSecond, high));
    }
  }

  /** An estimate without uncertainty. */
  public static Estimate exactly(double stepsPerSecond) {
    return new Estimate(stepsPerSecond, stepsPerSecond, stepsPerSecond);
  }

  /**
   * An estimate that is wrong by at most this factor, with a probability of 90 %.
   *
   * @param error at least 0; 0.1 means a range from 1/1.1 of the speed to 1.1 times the speed
   */
  public static Estimate within(double error, double stepsPerSecond) {
    return new Estimate(stepsPerSecond, stepsPerSecond / (1 + error), stepsPerSecond * (1 + error));
  }
}
