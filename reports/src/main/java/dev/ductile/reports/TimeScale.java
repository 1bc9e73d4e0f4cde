package dev.ductile.reports;

/** The unit of times on a printed axis. */
enum TimeScale {
  SECONDS("s", 1),
  MINUTES("min", 60),
  HOURS("h", 3600),
  DAYS("days", 86_400);

  /** An axis uses the next unit if it would show more than this. */
  private static final double MOST = 300;

  private final String symbol;
  private final double seconds;

  TimeScale(String symbol, double seconds) {
    this.symbol = symbol;
    this.seconds = seconds;
  }

  static TimeScale of(double longestSeconds) {
    for (TimeScale scale : values()) {
      if (longestSeconds <= MOST * scale.seconds) {
        return scale;
      }
    }
    return DAYS;
  }

  /** The largest unit that is no longer than a typical time, for a logarithmic axis. */
  static TimeScale ofTypical(double seconds) {
    TimeScale largest = SECONDS;
    for (TimeScale scale : values()) {
      largest = scale.seconds <= seconds ? scale : largest;
    }
    return largest;
  }

  /** The factor from seconds. */
  double factor() {
    return 1 / seconds;
  }

  /** The title of an axis: {@code Completion time (h)}. */
  String title(String quantity) {
    return "%s (%s)".formatted(quantity, symbol);
  }
}
