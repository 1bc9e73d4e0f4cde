package dev.ductile.api;

import java.time.Duration;

/**
 * The times during which no policy may change a job: after any change of its allocation ({@code
 * cooldown}), and after it starts ({@code minimumRun}).
 */
public record Protection(Duration cooldown, Duration minimumRun) {
  public static final Protection NONE = new Protection(Duration.ZERO, Duration.ZERO);

  public Protection {
    if (cooldown.isNegative() || minimumRun.isNegative()) {
      throw new IllegalArgumentException(
          "cooldown and minimum run cannot be negative: %s, %s".formatted(cooldown, minimumRun));
    }
  }

  /** The time after a start during which no policy may change the job. */
  public Duration afterStart() {
    return minimumRun.compareTo(cooldown) > 0 ? minimumRun : cooldown;
  }
}
