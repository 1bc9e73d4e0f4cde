package dev.ductile.api;

/**
 * A speed as far as it is known: the likeliest, and a range that holds it nine times out of ten.
 */
public record Estimate(double stepsPerSecond, double low, double high) {
  public Estimate {
    if (!(low >= 0 && low <= stepsPerSecond && stepsPerSecond <= high)) {
      throw new IllegalArgumentException(
          "an estimate needs 0 <= low <= stepsPerSecond <= high, not %s, %s, %s"
              .formatted(low, stepsPerSecond, high));
    }
  }

  /** Nothing is doubtful about it. */
  public static Estimate exactly(double stepsPerSecond) {
    return new Estimate(stepsPerSecond, stepsPerSecond, stepsPerSecond);
  }

  /**
   * Wrong by a factor of at most so much more than 1, nine times out of ten.
   *
   * @param error at least 0; with 0.1, from 1/1.1 of the speed to 1.1 of it
   */
  public static Estimate within(double error, double stepsPerSecond) {
    return new Estimate(stepsPerSecond, stepsPerSecond / (1 + error), stepsPerSecond * (1 + error));
  }
}
