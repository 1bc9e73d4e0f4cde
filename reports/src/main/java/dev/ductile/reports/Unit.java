package dev.ductile.reports;

import java.util.Locale;

/** The unit of a number, which decides its display. */
public enum Unit {
  SECONDS {
    @Override
    String finite(double value) {
      return duration(value);
    }
  },
  /** A part of a whole: 0.5 is half of it. */
  SHARE {
    @Override
    String finite(double value) {
      return String.format(Locale.ROOT, "%.1f%%", value * 100);
    }
  },
  /** A ratio. */
  RATIO {
    @Override
    String finite(double value) {
      return String.format(Locale.ROOT, Math.abs(value) < 100 ? "%.2f" : "%.0f", value);
    }
  },
  COUNT {
    @Override
    String finite(double value) {
      boolean whole = value == Math.rint(value);
      return String.format(Locale.ROOT, whole || Math.abs(value) >= 100 ? "%,.0f" : "%.1f", value);
    }
  };

  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  /** For people: {@code 4h 12m}, {@code 73.5%}; a dash if there is no number. */
  public String text(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "never" : "-";
    }
    return finite(value);
  }

  abstract String finite(double value);

  /** The two largest units of a duration. */
  private static String duration(double seconds) {
    double size = Math.abs(seconds);
    String sign = seconds < 0 && size >= 0.0005 ? "-" : "";
    if (size < 59.95) {
      return sign + shortDuration(size);
    }
    long whole = Math.round(size);
    if (whole < HOUR) {
      return sign + pair(whole, MINUTE, "m", 1, "s");
    }
    whole = Math.round(size / MINUTE) * MINUTE;
    if (whole < DAY) {
      return sign + pair(whole, HOUR, "h", MINUTE, "m");
    }
    return sign + pair(Math.round(size / HOUR) * HOUR, DAY, "d", HOUR, "h");
  }

  private static String shortDuration(double seconds) {
    String digits = String.format(Locale.ROOT, seconds < 0.9995 ? "%.3f" : "%.1f", seconds);
    return digits.replaceFirst("\\.?0+$", "") + "s";
  }

  private static String pair(long seconds, long large, String its, long small, String their) {
    long rest = seconds % large / small;
    return rest == 0
        ? String.format(Locale.ROOT, "%,d%s", seconds / large, its)
        : String.format(Locale.ROOT, "%,d%s %d%s", seconds / large, its, rest, their);
  }
}
