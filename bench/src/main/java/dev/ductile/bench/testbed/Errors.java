package dev.ductile.bench.testbed;

import java.util.DoubleSummaryStatistics;
import java.util.stream.DoubleStream;

/** How far off predictions were, as shares of what was measured. */
record Errors(double mean, double worst) {
  static Errors of(DoubleStream signed) {
    DoubleSummaryStatistics sizes = signed.map(Math::abs).summaryStatistics();
    return new Errors(sizes.getAverage(), sizes.getMax());
  }
}
