package dev.ductile.models.convergence;

/**
 * How a loss may go, whatever its size and its pace: a plateau, a knee, a power law and a floor.
 * Time is in units of the steps so far, and heights are in units of the loss at time 1, the
 * present.
 *
 * <p>The loss is floor + (1 - floor) f(u) / f(1), where f(u) = (1 + (u / knee)^sharpness)^(-power /
 * sharpness). With power and sharpness 1 that is the form of Optimus; a sharp knee makes a plateau
 * before the fall, and a knee far ahead with a large power is nearly an exponential.
 *
 * @param power of the fall after the knee
 * @param knee when the fall begins
 * @param sharpness of the knee
 * @param floor what is never reached
 */
record Shape(double power, double knee, double sharpness, double floor) {
  Shape {
    if (!(power > 0 && knee > 0 && sharpness > 0 && floor >= 0 && floor < 1)) {
      throw new IllegalArgumentException(
          "a shape needs a power, knee and sharpness above 0 and a floor of 0 to 1, not %s, %s, %s and %s"
              .formatted(power, knee, sharpness, floor));
    }
  }

  double height(double time) {
    return floor + (1 - floor) * fall(time) / fall(1);
  }

  /** When it is so high for the first time; infinity where it never is. */
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
