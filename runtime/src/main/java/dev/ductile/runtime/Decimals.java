package dev.ductile.runtime;

import java.time.Duration;
import java.util.Locale;

/**
 * Numbers as text, as {@code String.format} writes them. That method needs regular expressions and
 * a locale, which cost a new process tens of milliseconds.
 */
final class Decimals {
  /** Six digits after the point. */
  private static final long BEHIND = 1_000_000;

  private static final double LEAST = 1e-4;
  private static final double MOST = 1e5;

  private Decimals() {}

  /** Seconds with three decimals. */
  static String seconds(Duration duration) {
    return millis(duration.toNanos() / 1_000);
  }

  /** Milliseconds with three decimals. */
  static String millis(long nanos) {
    long micros = Math.round(Math.abs(nanos / 1e3));
    return (nanos < 0 ? "-" : "") + micros / 1_000 + '.' + padded(micros % 1_000, 3);
  }

  /** Six significant digits. */
  static String significant(double value) {
    double size = Math.abs(value);
    if (!(size >= LEAST && size < MOST)) {
      return String.format(Locale.ROOT, "%.6g", value);
    }
    int decimals = 1;
    long scale = 10;
    while (size * scale < BEHIND / 10) {
      decimals++;
      scale *= 10;
    }
    long scaled = Math.round(size * scale);
    boolean longer = scaled >= BEHIND;
    return (value < 0 ? "-" : "")
        + (longer ? fixed(scaled / 10, scale / 10, decimals - 1) : fixed(scaled, scale, decimals));
  }

  private static String fixed(long scaled, long scale, int decimals) {
    String whole = Long.toString(scaled / scale);
    return decimals == 0 ? whole : whole + '.' + padded(scaled % scale, decimals);
  }

  private static String padded(long number, int digits) {
    String text = Long.toString(number);
    return "0".repeat(digits - text.length()) + text;
  }
}
