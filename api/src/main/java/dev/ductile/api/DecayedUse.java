package dev.ductile.api;

import java.time.Duration;
import java.time.Instant;

/**
 * Device-seconds of which each counts half after a half-life, as a function of time: the amount at
 * one instant and the devices that are held from then on.
 *
 * @param deviceSeconds the decayed device-seconds at {@code asOf}
 * @param devices the devices that are held from then on
 */
public record DecayedUse(Instant asOf, double deviceSeconds, double devices, Duration halfLife) {
  private static final double LN_2 = Math.log(2);

  public static DecayedUse none(Instant since, Duration halfLife) {
    return new DecayedUse(since, 0, 0, halfLife);
  }

  /** The decayed device-seconds at this instant; an earlier one than {@code asOf} counts as it. */
  public double at(Instant now) {
    double seconds = Math.max(0, Progress.seconds(asOf, now));
    double lives = seconds / (halfLife.toNanos() / 1e9);
    double kept = Math.pow(2, -lives);
    return deviceSeconds * kept + devices * (halfLife.toNanos() / 1e9) / LN_2 * (1 - kept);
  }

  /** The same use until this instant, and other devices and another half-life from then on. */
  public DecayedUse change(Instant now, double newDevices, Duration newHalfLife) {
    Instant from = now.isBefore(asOf) ? asOf : now;
    return new DecayedUse(from, at(from), Math.max(0, newDevices), newHalfLife);
  }
}
