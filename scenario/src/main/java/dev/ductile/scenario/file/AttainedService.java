package dev.ductile.scenario.file;

/** Service that a job has received. */
record AttainedService(double deviceSeconds) {
  AttainedService {
    if (!(deviceSeconds >= 0)) {
      throw new IllegalArgumentException(
          "attained service cannot be negative: %s".formatted(deviceSeconds));
    }
  }
}
