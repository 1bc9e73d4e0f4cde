package dev.ductile.bench.testbed;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * How far off predictions were, as shares of what was measured.
 *
 * @param mean of their sizes
 * @param signed the mean with their signs; positive where they are too fast
 * @param worst the largest size
 */
record Errors(double mean, double signed, double worst) {
  static Errors of(DoubleStream errors) {
    double[] all = errors.toArray();
    var sizes = Arrays.stream(all).map(Math::abs).summaryStatistics();
    return new Errors(sizes.getAverage(), Arrays.stream(all).average().orElse(0), sizes.getMax());
  }
}
