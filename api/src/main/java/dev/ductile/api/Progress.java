package dev.ductile.api;

import java.time.Instant;

/**
 * How far a job was at one instant, and how it goes on from there until something changes. Because
 * it tells the future as well, a picture of a later instant shares it unchanged.
 *
 * @param service device-seconds received, pauses included
 * @param devices devices held, so service received per second
 */
public record Progress(
    Instant asOf, double steps, double stepsPerSecond, double service, double devices) {
  /** A job that has done nothing and holds nothing. */
  public static Progress none(Instant submitted) {
    return new Progress(submitted, 0, 0, 0, 0);
  }

  public double stepsAt(Instant now) {
    return stepsPerSecond == 0 ? steps : steps + stepsPerSecond * seconds(asOf, now);
  }

  public double serviceAt(Instant now) {
    return devices == 0 ? service : service + devices * seconds(asOf, now);
  }

  /** The same course from {@code now} on, at another pace. */
  public Progress change(Instant now, double newStepsPerSecond, double newDevices) {
    return new Progress(now, stepsAt(now), newStepsPerSecond, serviceAt(now), newDevices);
  }

  /** Corrected by a report of how far the job truly is. */
  public Progress correct(Instant now, double truly, double newStepsPerSecond) {
    return new Progress(now, truly, newStepsPerSecond, serviceAt(now), devices);
  }

  /** Seconds from one instant to another; negative where {@code to} is earlier. */
  public static double seconds(Instant from, Instant to) {
    return (to.getEpochSecond() - from.getEpochSecond()) + (to.getNano() - from.getNano()) * 1e-9;
  }
}
