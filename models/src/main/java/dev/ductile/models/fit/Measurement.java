package dev.ductile.models.fit;

/**
 * How fast a job was seen to train.
 *
 * @param weight how many plain measurements this one is worth; 1 for one
 */
public record Measurement(Setup setup, double stepsPerSecond, double weight) {
  private static final double FASTEST = 1e12;
  private static final double HEAVIEST = 1e6;

  public Measurement {
    if (!(stepsPerSecond >= 1 / FASTEST && stepsPerSecond <= FASTEST)) {
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

  public double secondsPerStep() {
    return 1 / stepsPerSecond;
  }
}
