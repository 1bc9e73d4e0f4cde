package dev.ductile.policies.sizing;

import dev.ductile.api.Reason;
import dev.ductile.api.Worded;

/** A unit of all times that a sentence compares. */
public enum SharedUnit {
  SECONDS("s", 1, 100),
  MINUTES("min", 60, 100 * 60),
  HOURS("h", 3600, 48 * 3600),
  DAYS("d", 86_400, Double.POSITIVE_INFINITY);

  private final String unit;
  private final double seconds;

  /** The number of seconds up to which the unit is used. */
  private final double most;

  SharedUnit(String unit, double seconds, double most) {
    this.unit = unit;
    this.seconds = seconds;
    this.most = most;
  }

  /** The unit of the longest finite time. */
  public static SharedUnit of(double... times) {
    double longest = 0;
    for (double time : times) {
      longest = Double.isFinite(time) ? Math.max(longest, time) : longest;
    }
    for (SharedUnit unit : values()) {
      if (longest < unit.most) {
        return unit;
      }
    }
    return DAYS;
  }

  /** A time in this unit. */
  public Worded worded(double time) {
    return new Worded(
        time, Double.isFinite(time) ? Reason.text(time / seconds) + " " + unit : "unknown time");
  }
}
