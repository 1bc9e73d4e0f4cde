package dev.ductile.models;

/** What may be said of the numbers that models are given. */
public final class Amounts {
  private Amounts() {}

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
