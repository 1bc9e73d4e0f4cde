package dev.ductile.policies.lin;

/** Checks of settings that several policies have. */
final class SettingsCheck {
  private static final double MOST_GAMMA = 100;

  private SettingsCheck() {}

  static void part(String policy, String name, double part) {
    if (!(part > 0 && part < 1)) {
      throw new IllegalArgumentException(
          "%s needs an %s above 0 and below 1, not %s".formatted(policy, name, part));
    }
  }

  static void gamma(String policy, double gamma) {
    if (!(gamma >= 0 && gamma <= MOST_GAMMA)) {
      throw new IllegalArgumentException(
          "%s needs a gamma between 0 and %s, not %s".formatted(policy, MOST_GAMMA, gamma));
    }
  }
}
