package dev.ductile.answers.forecast;

import java.time.Duration;

/**
 * The effort of a forecast.
 *
 * @param simulations the most futures to simulate
 * @param jobDecisions the jobs in each simulated decision, summed over all decisions. The same
 *     limit gives the same forecast on every machine
 * @param time the wall time after which no further decision is simulated
 */
public record ForecastLimits(int simulations, long jobDecisions, Duration time) {
  /** With 19 simulations the second and the last but one are the ends of an 80 % interval. */
  public static final int SIMULATIONS = 19;

  private static final int MOST_SIMULATIONS = 1_000;

  /** An answer within a few seconds for 11,000 jobs. */
  public static final ForecastLimits QUICK =
      new ForecastLimits(SIMULATIONS, 40_000_000, Duration.ofSeconds(4));

  public ForecastLimits {
    if (simulations < 1 || simulations > MOST_SIMULATIONS) {
      throw new IllegalArgumentException(
          "a forecast needs from 1 to %d simulations, not %d"
              .formatted(MOST_SIMULATIONS, simulations));
    }
    if (jobDecisions < 1 || time.isNegative() || time.isZero()) {
      throw new IllegalArgumentException(
          "a forecast needs a budget above zero, not %d job decisions and %s"
              .formatted(jobDecisions, time));
    }
  }

  /** The same effort for this many futures. */
  public ForecastLimits withSimulations(int count) {
    return new ForecastLimits(count, jobDecisions, time);
  }
}
