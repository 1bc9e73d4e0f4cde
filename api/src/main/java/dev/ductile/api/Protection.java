package dev.ductile.api;

import java.time.Duration;

/**
 * How long a job is left alone: after any change of its allocation ({@code cooldown}), and once it
 * has been given something ({@code minimumRun}).
 */
public record Protection(Duration cooldown, Duration minimumRun) {
  public static final Protection NONE = new Protection(Duration.ZERO, Duration.ZERO);

  public Protection {
    if (cooldown.isNegative() || minimumRun.isNegative()) {
      throw new IllegalArgumentException(
          "cooldown and minimum run cannot be negative: %s, %s".formatted(cooldown, minimumRun));
    }
  }
}
