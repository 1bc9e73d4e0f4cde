package dev.ductile.reproductions.report;

import dev.ductile.simulator.Interval;
import java.util.Locale;

/** Numbers of a figure as people read them. */
final class Numbers {
  private Numbers() {}

  /** Four digits, and no more than a whole number has. */
  static String text(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    if (value == StrictMath.rint(value) && Math.abs(value) < 1e7) {
      return Long.toString((long) value);
    }
    double size = Math.abs(value);
    return size >= 1e7 || size < 1e-4
        ? String.format(Locale.ROOT, "%.3e", value)
        : String.format(
            Locale.ROOT,
            size >= 1000
                ? "%.0f"
                : size >= 100 ? "%.1f" : size >= 10 ? "%.2f" : size >= 1 ? "%.3f" : "%.4f",
            value);
  }

  /** The mean, and how sure it is: {@code 43.8 ± 1.2}. */
  static String text(Interval interval) {
    double half = (interval.high() - interval.low()) / 2;
    return half > 0
        ? "%s ± %s".formatted(text(interval.mean()), text(half))
        : text(interval.mean());
  }
}
