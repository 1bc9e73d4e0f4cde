package dev.ductile.answers;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Rounded text of measured and predicted numbers, for people and for files. */
public final class RoundedNumber {
  private static final MathContext FILE = new MathContext(6, RoundingMode.HALF_EVEN);
  private static final double BITS = 8;

  private RoundedNumber() {}

  /** Six significant digits, for files. */
  public static BigDecimal exact(double number) {
    BigDecimal rounded = BigDecimal.valueOf(number).round(FILE).stripTrailingZeros();
    return rounded.scale() < 0 ? rounded.setScale(0, RoundingMode.UNNECESSARY) : rounded;
  }

  /** Four significant digits. */
  public static String figure(double value) {
    if (!Double.isFinite(value)) {
      return "-";
    }
    boolean isFar = Math.abs(value) >= 1e5 || (value != 0 && Math.abs(value) < 1e-4);
    return String.format(Locale.ROOT, isFar ? "%.3e" : "%.4g", value);
  }

  /** Such as {@code 71.8 ms}. */
  public static String seconds(double seconds) {
    if (seconds >= 1) {
      return "%s s".formatted(digits(seconds));
    }
    return seconds >= 1e-3
        ? "%s ms".formatted(digits(seconds * 1e3))
        : "%s us".formatted(digits(seconds * 1e6));
  }

  /** Such as {@code 575 MB}. */
  public static String bytes(double bytes) {
    if (bytes >= 1e9) {
      return "%s GB".formatted(digits(bytes / 1e9));
    }
    return bytes >= 1e6
        ? "%s MB".formatted(digits(bytes / 1e6))
        : "%s kB".formatted(digits(bytes / 1e3));
  }

  /** Such as {@code 941 Mbps}. */
  public static String bandwidth(double bytesPerSecond) {
    double bits = bytesPerSecond * BITS;
    return bits >= 1e9
        ? "%s Gbps".formatted(digits(bits / 1e9))
        : "%s Mbps".formatted(digits(bits / 1e6));
  }

  /** Such as {@code 2.1 %}. */
  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", share * 100);
  }

  /** Three significant digits, or all digits of a large whole number. */
  public static String digits(double number) {
    return number >= 100
        ? String.format(Locale.ROOT, "%.0f", number)
        : String.format(Locale.ROOT, number >= 10 ? "%.1f" : "%.2f", number);
  }
}
