package dev.ductile.models.convergence;

/**
 * A shape of a loss curve without units: a plateau, a knee, a power law and a floor. Time is in
 * units of the steps so far. Height is in units of the present loss, at time 1.
 *
 * <p>The loss is floor + (1 - floor) f(u) / f(1), where f(u) = (1 + (u / knee)^sharpness)^(-power /
 * sharpness). With power and sharpness 1 this is the form of Optimus. A sharp knee makes a plateau
 * before the decrease. A distant knee with a large power is nearly an exponential.
 *
 * @param power the exponent of the decrease after the knee
 * @param knee the time at which the decrease begins
 * @param sharpness the sharpness of the knee
 * @param floor the limit of the height
 */
record CurveShape(double power, double knee, double sharpness, double floor) {
  CurveShape {
    if (!(power > 0 && knee > 0 && sharpness > 0 && floor >= 0 && floor < 1)) {
      throw new IllegalArgumentException(
          "a shape needs a power, knee and sharpness above 0 and a floor of 0 to 1, not %s, %s, %s and %s"
              .formatted(power, knee, sharpness, floor));
    }
  }

  double height(double time) {
    return floor + (1 - floor) * fall(time) / fall(1);
  }

  /** The first time at which the curve has this height; infinity if it never has. */
  double time(double height) {
    double fallen = (height - floor) / (1 - floor) * fall(1);
    if (fallen <= 0) {
      return Double.POSITIVE_INFINITY;
    }
    double inner = StrictMath.pow(fallen, -sharpness / power) - 1;
    return inner <= 0 ? 0 : knee * StrictMath.pow(inner, 1 / sharpness);
  }

  private double fall(double time) {
    return StrictMath.pow(1 + StrictMath.pow(time / knee, sharpness), -power / sharpness);
  }
}
