package dev.ductile.scenario;

import dev.ductile.text.NumberBounds;
import java.time.Duration;

/**
 * The deviation of true speeds from models, as lognormal factors of mean 1.
 *
 * @param perRun relative standard deviation of the factor that a job has for a whole run
 * @param overTime relative standard deviation of the factor that is drawn again at each interval
 * @param every the interval
 */
public record Noise(
    @NumberBounds(least = 0, most = MOST) double perRun,
    @NumberBounds(least = 0, most = MOST) double overTime,
    Duration every) {
  public static final Noise NONE = new Noise(0, 0, Duration.ofMinutes(1));

  private static final double MOST = 10;

  public Noise {
    require("perRun", perRun);
    require("overTime", overTime);
    if (every.isNegative() || every.isZero()) {
      throw new IllegalArgumentException("every must be above zero, not %s".formatted(every));
    }
  }

  public boolean isNone() {
    return perRun == 0 && overTime == 0;
  }

  private static void require(String name, double deviation) {
    if (!(deviation >= 0 && deviation <= MOST)) {
      throw new IllegalArgumentException(
          "%s must be between 0 and %s, not %s".formatted(name, MOST, deviation));
    }
  }
}
