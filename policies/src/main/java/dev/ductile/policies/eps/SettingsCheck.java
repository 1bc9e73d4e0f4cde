package dev.ductile.policies.eps;

import java.util.OptionalInt;

/** Checks of the settings that all these schedulers have. */
final class SettingsCheck {
  private SettingsCheck() {}

  static void check(OptionalInt threshold, int master) {
    if (threshold.orElse(1) < 1) {
      throw new IllegalArgumentException(
          "threshold must be at least 1, not %d".formatted(threshold.getAsInt()));
    }
    if (master < 0) {
      throw new IllegalArgumentException("master must be at least 0, not %d".formatted(master));
    }
  }
}
