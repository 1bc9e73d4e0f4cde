package dev.ductile.server.metrics;

import java.time.Duration;
import java.util.stream.DoubleStream;

/** The upper limits of the buckets of histograms. */
final class Buckets {
  private Buckets() {}

  static Duration[] decision() {
    return seconds(0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60);
  }

  static Duration[] round() {
    return seconds(
        0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.5, 1, 5, 10, 60);
  }

  static Duration[] pause() {
    return seconds(0.1, 0.5, 1, 5, 10, 30, 60, 300);
  }

  /** For waits and whole jobs: from seconds to a week. */
  static Duration[] life() {
    return seconds(1, 10, 60, 300, 900, 3_600, 4 * 3_600, 24 * 3_600, 7 * 24 * 3_600);
  }

  static double[] error() {
    return new double[] {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5};
  }

  private static Duration[] seconds(double... limits) {
    return DoubleStream.of(limits)
        .mapToObj(seconds -> Duration.ofMillis((long) (seconds * 1000)))
        .toArray(Duration[]::new);
  }
}
