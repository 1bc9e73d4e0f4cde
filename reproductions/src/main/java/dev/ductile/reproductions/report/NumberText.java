package dev.ductile.reproductions.report;

import dev.ductile.simulator.Interval;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers of a figure as text. */
final class NumberText {
  private static final double LARGE = 1e7;
  private static final double SMALL = 1e-4;
  private static final MathContext TICK_DIGITS = new MathContext(6);

  private NumberText() {}

  /** Four digits, or all digits of a large number below a limit. */
  static String text(double value) {
    if (!Double.isFinite(value)) {
      return "-";
    }
    if (value == StrictMath.rint(value) && Math.abs(value) < LARGE) {
      return Long.toString((long) value);
    }
    return isPlain(value)
        ? digits(value, 3 - exponent(value))
        : String.format(Locale.ROOT, "%.3e", value);
  }

  /** The mean and its uncertainty with the same decimals: {@code 43.80 ± 1.20}. */
  static String text(Interval interval) {
    double half = (interval.high() - interval.low()) / 2;
    String mean = text(interval.mean());
    if (!(half > Math.abs(interval.mean()) * SMALL)) {
      return mean;
    }
    return isPlain(interval.mean())
        ? "%s ± %s"
            .formatted(
                digits(interval.mean(), 3 - exponent(interval.mean())),
                digits(half, 3 - exponent(interval.mean())))
        : "%s ± %s".formatted(mean, text(half));
  }

  /** A given or round number in its shortest form. */
  static String given(double value) {
    double size = Math.abs(value);
    BigDecimal round = BigDecimal.valueOf(value).round(TICK_DIGITS).stripTrailingZeros();
    return size == 0 || isPlain(value) ? round.toPlainString() : round.toString();
  }

  private static boolean isPlain(double value) {
    return Math.abs(value) < LARGE && Math.abs(value) >= SMALL;
  }

  private static int exponent(double value) {
    return (int) StrictMath.floor(StrictMath.log10(Math.abs(value)));
  }

  private static String digits(double value, int places) {
    return String.format(Locale.ROOT, "%." + Math.max(0, places) + "f", value);
  }
}
