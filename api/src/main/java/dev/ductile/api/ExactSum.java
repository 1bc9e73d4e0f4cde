package dev.ductile.api;

/**
 * A sum without rounding errors: a second number keeps the rounding error of the first (Dekker,
 * Numerische Mathematik 1971). Adding and later subtracting an amount restores the sum, in any
 * order, even if tiny amounts meet huge ones.
 */
final class ExactSum {
  private double value;
  private double rest;

  ExactSum() {}

  ExactSum(double value, double rest) {
    this.value = value;
    this.rest = rest;
  }

  /** The sum, rounded to the nearest double. */
  double value() {
    return value;
  }

  /** The rounding error of the first number. */
  double rest() {
    return rest;
  }

  ExactSum copy() {
    return new ExactSum(value, rest);
  }

  void add(double amount) {
    add(amount, 1);
  }

  /** Adds a multiple of an amount; the factor may be negative. */
  void add(double amount, int times) {
    double product = amount * times;
    double sum = value + product;
    double added = sum - value;
    double lost = (value - (sum - added)) + (product - added) + Math.fma(amount, times, -product);
    double low = rest + lost;
    value = Double.isNaN(low) ? sum : sum + low;
    rest = Double.isNaN(low) ? 0 : low - (value - sum);
  }
}
