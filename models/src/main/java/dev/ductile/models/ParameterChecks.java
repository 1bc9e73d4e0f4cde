package dev.ductile.models;

/** Checks of the numbers in the parameters of speed models. */
public final class ParameterChecks {
  private ParameterChecks() {}

  /** The value, if it is finite and at least 0. */
  public static double atLeastZero(String name, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          "%s must be a finite number of at least 0, not %s".formatted(name, value));
    }
    return value;
  }

  /** The value, if it is finite and above 0. */
  public static double aboveZero(String name, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          "%s must be a finite number above 0, not %s".formatted(name, value));
    }
    return value;
  }
}
