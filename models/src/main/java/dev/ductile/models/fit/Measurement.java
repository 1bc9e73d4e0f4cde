package dev.ductile.models.fit;

/**
 * A measured speed of a job.
 *
 * @param weight the number of plain measurements that this one is worth; usually 1
 */
public record Measurement(Setup setup, double stepsPerSecond, double weight) {
  private static final double FASTEST = 1e12;
  private static final double HEAVIEST = 1e6;

  public Measurement {
    if (!isPossible(stepsPerSecond)) {
      throw new IllegalArgumentException(
          "a measured speed must be between %s and %s steps per second, not %s"
              .formatted(1 / FASTEST, FASTEST, stepsPerSecond));
    }
    if (!(weight >= 1 / HEAVIEST && weight <= HEAVIEST)) {
      throw new IllegalArgumentException(
          "the weight of a measurement must be between %s and %s, not %s"
              .formatted(1 / HEAVIEST, HEAVIEST, weight));
    }
  }

  public Measurement(Setup setup, double stepsPerSecond) {
    this(setup, stepsPerSecond, 1);
  }

  /** Whether a job can be measured at this speed. */
  static boolean isPossible(double stepsPerSecond) {
    return stepsPerSecond >= 1 / FASTEST && stepsPerSecond <= FASTEST;
  }

  public double secondsPerStep() {
    return 1 / stepsPerSecond;
  }
}
