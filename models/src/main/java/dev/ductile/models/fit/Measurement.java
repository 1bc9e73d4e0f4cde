package dev.ductile.models.fit;

/**
 * How fast a job was seen to train.
 *
 * @param weight how many plain measurements this one is worth; 1 for one
 */
public record Measurement(Setup setup, double stepsPerSecond, double weight) {
  public Measurement {
    if (!(stepsPerSecond > 0) || Double.isInfinite(stepsPerSecond)) {
      throw new IllegalArgumentException(
          "a measured speed must be a finite number above 0, not %s".formatted(stepsPerSecond));
    }
    if (!(weight > 0) || Double.isInfinite(weight)) {
      throw new IllegalArgumentException(
          "the weight of a measurement must be a finite number above 0, not %s".formatted(weight));
    }
  }

  public Measurement(Setup setup, double stepsPerSecond) {
    this(setup, stepsPerSecond, 1);
  }

  public double secondsPerStep() {
    return 1 / stepsPerSecond;
  }
}
