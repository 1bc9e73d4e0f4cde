package dev.ductile.reproductions.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * An axis of a drawing: the position of a value, and the ticks.
 *
 * @param low the value at {@code start}
 * @param high the value at {@code end}
 * @param step from one tick to the next; 0 if it is not chosen yet
 */
record ChartAxis(double low, double high, double start, double end, boolean log, double step) {
  private static final int MOST_TICKS = 100;
  private static final double[] STEPS = {1, 2, 5, 10};

  /** An axis for these values, with round numbers at its ends. */
  static ChartAxis of(
      DoubleStream values, boolean fromZero, boolean log, double start, double end) {
    var known = values.filter(value -> Double.isFinite(value) && (!log || value > 0));
    var range = known.summaryStatistics();
    if (range.getCount() == 0) {
      return new ChartAxis(log ? 1 : 0, log ? 10 : 1, start, end, log, 0);
    }
    double low = fromZero && !log ? Math.min(0, range.getMin()) : range.getMin();
    double high = range.getMax() > low ? range.getMax() : low + Math.max(1, Math.abs(low));
    return new ChartAxis(low, high, start, end, log, 0);
  }

  /** This axis, extended to a tick at its high end. */
  ChartAxis rounded(int about) {
    if (log) {
      return this;
    }
    double round = roundStep(about);
    double up = StrictMath.ceil(high / round - 1e-9) * round;
    double down = StrictMath.floor(low / round + 1e-9) * round;
    return new ChartAxis(down, up, start, end, false, round);
  }

  double at(double value) {
    double share =
        log
            ? StrictMath.log(value / low) / StrictMath.log(high / low)
            : (value - low) / (high - low);
    return start + share * (end - start);
  }

  List<Double> ticks(int about) {
    return log ? decades() : even(step > 0 ? step : roundStep(about));
  }

  private List<Double> even(double every) {
    var ticks = new ArrayList<Double>();
    long first = (long) StrictMath.ceil(low / every - 1e-9);
    for (long i = first; i * every <= high + every * 1e-9 && ticks.size() < MOST_TICKS; i++) {
      ticks.add(i * every);
    }
    return ticks;
  }

  private List<Double> decades() {
    var ticks = new ArrayList<Double>();
    boolean isShort = high / low < 1000;
    double decade = StrictMath.pow(10, StrictMath.floor(StrictMath.log10(low)));
    while (decade <= high && ticks.size() < MOST_TICKS) {
      for (double times : isShort ? new double[] {1, 2, 5} : new double[] {1}) {
        double tick = times * decade;
        if (tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9)) {
          ticks.add(tick);
        }
      }
      decade *= 10;
    }
    return ticks;
  }

  private double roundStep(int about) {
    double rough = (high - low) / about;
    double decade = StrictMath.pow(10, StrictMath.floor(StrictMath.log10(rough)));
    for (double times : STEPS) {
      if (times * decade >= rough * (1 - 1e-9)) {
        return times * decade;
      }
    }
    return 10 * decade;
  }
}
