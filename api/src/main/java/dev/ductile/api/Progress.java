package dev.ductile.api;

import java.time.Instant;

/**
 * The steps of a job as a function of time: the state at one instant and the rate from then on.
 * Pictures of later instants share the same object while the rate stays the same.
 *
 * @param saved the steps that are known to be saved: those of the last start, or of a later
 *     checkpoint
 * @param service device-seconds received, pauses included
 * @param devices the devices that the job holds: the service that it receives per second
 */
public record Progress(
    Instant asOf,
    double steps,
    double stepsPerSecond,
    double saved,
    double service,
    double devices) {
  /** A progress of which all steps until {@code asOf} are saved. */
  public Progress(
      Instant asOf, double steps, double stepsPerSecond, double service, double devices) {
    this(asOf, steps, stepsPerSecond, steps, service, devices);
  }

  /** The progress of a job that has done no step and holds no resources. */
  public static Progress none(Instant submitted) {
    return new Progress(submitted, 0, 0, 0, 0);
  }

  public double stepsAt(Instant now) {
    return stepsPerSecond == 0 ? steps : steps + stepsPerSecond * seconds(asOf, now);
  }

  /** The steps that a stop at this time may lose. */
  public double unsavedAt(Instant now) {
    return Math.max(0, stepsAt(now) - saved);
  }

  public double serviceAt(Instant now) {
    return devices == 0 ? service : service + devices * seconds(asOf, now);
  }

  /** The same progress until {@code now}, and other rates from then on. */
  public Progress change(Instant now, double newStepsPerSecond, double newDevices) {
    return new Progress(now, stepsAt(now), newStepsPerSecond, saved, serviceAt(now), newDevices);
  }

  /** The progress after a report of the true number of steps. */
  public Progress correct(Instant now, double truly, double newStepsPerSecond) {
    return new Progress(
        now, truly, newStepsPerSecond, Math.min(saved, truly), serviceAt(now), devices);
  }

  /** The progress of which this many steps are saved. */
  public Progress withSaved(double newSaved) {
    return new Progress(asOf, steps, stepsPerSecond, Math.max(0, newSaved), service, devices);
  }

  /** Seconds from one instant to another; negative if {@code to} is earlier. */
  public static double seconds(Instant from, Instant to) {
    return (to.getEpochSecond() - from.getEpochSecond()) + (to.getNano() - from.getNano()) * 1e-9;
  }
}
