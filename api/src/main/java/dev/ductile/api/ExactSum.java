package dev.ductile.api;

/**
 * A sum that loses nothing to rounding: it keeps what its number is rounded by as a second number
 * (Dekker, Numerische Mathematik 1971). So what is taken and given back leaves the sum as it was,
 * in whatever order, also where tiny amounts meet huge ones.
 */
final class ExactSum {
  private double value;
  private double rest;

  ExactSum() {}

  ExactSum(double value, double rest) {
    this.value = value;
    this.rest = rest;
  }

  /** The sum as the nearest number. */
  double value() {
    return value;
  }

  /** What the number is rounded by. */
  double rest() {
    return rest;
  }

  ExactSum copy() {
    return new ExactSum(value, rest);
  }

  void add(double amount) {
    add(amount, 1);
  }

  /** Adds so many times an amount; times may be below zero. */
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
