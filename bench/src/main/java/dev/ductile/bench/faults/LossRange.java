package dev.ductile.bench.faults;

import java.util.List;

/** The range for the final loss of a job whose processes are killed. */
record LossRange(double low, double high) {
  /** Rounding: another set of workers adds sums in another order. */
  private static final double ROUNDING = 1e-4;

  /** Student's t for 99.9 % on both sides, by degrees of freedom from 1. */
  private static final double[] STUDENT = {
    636.6, 31.60, 12.92, 8.610, 6.869, 5.959, 5.408, 5.041, 4.781, 4.587
  };

  /** The range of another undisturbed run with 99.9 %. */
  static LossRange of(List<Double> undisturbed) {
    int many = undisturbed.size();
    double mean = undisturbed.stream().mapToDouble(each -> each).average().orElse(Double.NaN);
    double width = ROUNDING * Math.abs(mean);
    if (many > 1) {
      double squares = undisturbed.stream().mapToDouble(each -> square(each - mean)).sum();
      double deviation = Math.sqrt(squares / (many - 1));
      double student = STUDENT[Math.min(many - 1, STUDENT.length) - 1];
      width = Math.max(width, student * deviation * Math.sqrt(1 + 1.0 / many));
    }
    return new LossRange(mean - width, mean + width);
  }

  private static double square(double value) {
    return value * value;
  }

  boolean holds(double loss) {
    return loss >= low && loss <= high;
  }

  @Override
  public String toString() {
    return "%.6f to %.6f".formatted(low, high);
  }
}
