package dev.ductile.bench.testbed;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * Errors of predictions, as shares of the measured values.
 *
 * @param mean the mean of the absolute errors
 * @param signed the mean of the signed errors; positive if predictions are too fast
 * @param worst the largest absolute error
 */
record Errors(double mean, double signed, double worst) {
  static Errors of(DoubleStream errors) {
    double[] all = errors.toArray();
    var sizes = Arrays.stream(all).map(Math::abs).summaryStatistics();
    return new Errors(sizes.getAverage(), Arrays.stream(all).average().orElse(0), sizes.getMax());
  }
}
