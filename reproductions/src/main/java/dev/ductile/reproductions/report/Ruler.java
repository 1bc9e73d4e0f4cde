package dev.ductile.reproductions.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * An axis of a drawing: where a value lies, and which values to write beside it.
 *
 * @param low the value at {@code start}
 * @param high the value at {@code end}
 */
record Ruler(double low, double high, double start, double end, boolean log) {
  private static final int MOST_TICKS = 100;
  private static final double[] STEPS = {1, 2, 5, 10};

  /** An axis for these values, with round numbers at its ends. */
  static Ruler of(DoubleStream values, boolean fromZero, boolean log, double start, double end) {
    var known = values.filter(value -> Double.isFinite(value) && (!log || value > 0));
    var range = known.summaryStatistics();
    if (range.getCount() == 0) {
      return new Ruler(log ? 1 : 0, log ? 10 : 1, start, end, log);
    }
    double low = fromZero && !log ? Math.min(0, range.getMin()) : range.getMin();
    double high = range.getMax() > low ? range.getMax() : low + Math.max(1, Math.abs(low));
    return new Ruler(low, high, start, end, log);
  }

  /** This axis, a little longer so that a tick stands at its high end. */
  Ruler rounded(int about) {
    if (log) {
      return this;
    }
    double step = step(about);
    double up = StrictMath.ceil(high / step - 1e-9) * step;
    double down = StrictMath.floor(low / step + 1e-9) * step;
    return new Ruler(down, up, start, end, false);
  }

  double at(double value) {
    double share =
        log
            ? StrictMath.log(value / low) / StrictMath.log(high / low)
            : (value - low) / (high - low);
    return start + share * (end - start);
  }

  List<Double> ticks(int about) {
    return log ? decades() : even(step(about));
  }

  private List<Double> even(double step) {
    var ticks = new ArrayList<Double>();
    long first = (long) StrictMath.ceil(low / step - 1e-9);
    for (long i = first; i * step <= high + step * 1e-9 && ticks.size() < MOST_TICKS; i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  private List<Double> decades() {
    var ticks = new ArrayList<Double>();
    boolean isShort = high / low < 1000;
    double decade = StrictMath.pow(10, StrictMath.floor(StrictMath.log10(low)));
    while (decade <= high && ticks.size() < MOST_TICKS) {
      for (double step : isShort ? new double[] {1, 2, 5} : new double[] {1}) {
        double tick = step * decade;
        if (tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9)) {
          ticks.add(tick);
        }
      }
      decade *= 10;
    }
    return ticks;
  }

  private double step(int about) {
    double rough = (high - low) / about;
    double decade = StrictMath.pow(10, StrictMath.floor(StrictMath.log10(rough)));
    for (double step : STEPS) {
      if (step * decade >= rough * (1 - 1e-9)) {
        return step * decade;
      }
    }
    return 10 * decade;
  }
}
