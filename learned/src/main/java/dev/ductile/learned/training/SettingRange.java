package dev.ductile.learned.training;

/** The ranges of numbers in settings. */
final class SettingRange {
  private SettingRange() {}

  static void requireAbove(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException("%s must be at least 1, not %d".formatted(name, value));
    }
  }

  static void requireCount(String name, int value) {
    if (value < 0) {
      throw new IllegalArgumentException("%s must be at least 0, not %d".formatted(name, value));
    }
  }

  static void requireShare(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException("%s must be from 0 to 1, not %s".formatted(name, value));
    }
  }

  static void requireRate(String name, double value) {
    if (!(value > 0 && value < 1)) {
      throw new IllegalArgumentException(
          "%s must be above 0 and below 1, not %s".formatted(name, value));
    }
  }

  static void requireFinite(String name, double value) {
    if (!(value >= 0 && Double.isFinite(value))) {
      throw new IllegalArgumentException(
          "%s must be at least 0 and finite, not %s".formatted(name, value));
    }
  }
}
