package dev.ductile.scenario.file;

import dev.ductile.api.Seed;
import dev.ductile.text.NumberBounds;
import java.util.List;
import java.util.random.RandomGenerator;

/** The arrivals of a generated workload: random, with a given mean rate. */
public sealed interface Arrivals {
  /** The largest rate; the gaps between arrivals stay above the resolution of the clock. */
  double MOST_PER_HOUR = 1e9;

  /** The next arrival after {@code now}, both in seconds from the beginning. */
  double after(double now, double load, RandomGenerator random);

  /**
   * The same rate at all times.
   *
   * @param perHour mean number of jobs per hour
   */
  record Poisson(@NumberBounds(above = 0, most = MOST_PER_HOUR) double perHour)
      implements Arrivals {
    public Poisson {
      if (!(perHour > 0 && perHour <= MOST_PER_HOUR)) {
        throw new IllegalArgumentException(
            "perHour must be above 0 and at most %s, not %s".formatted(MOST_PER_HOUR, perHour));
      }
    }

    @Override
    public double after(double now, double load, RandomGenerator random) {
      return now + Seed.exponential(random) / load / perHour * 3600;
    }
  }

  /** A rate for each hour of the day or of the week, the same every day or week. */
  record Table(List<Double> perHour) implements Arrivals {
    static final int DAY = 24;
    static final int WEEK = 7 * DAY;

    public Table {
      perHour = List.copyOf(perHour);
      if (perHour.size() != DAY && perHour.size() != WEEK) {
        throw new IllegalArgumentException(
            "a table needs %d rates, one for each hour of the day, or %d, one for each hour of the week, not %d"
                .formatted(DAY, WEEK, perHour.size()));
      }
      for (double rate : perHour) {
        if (!(rate >= 0 && rate <= MOST_PER_HOUR)) {
          throw new IllegalArgumentException(
              "a rate must be between 0 and %s, not %s".formatted(MOST_PER_HOUR, rate));
        }
      }
      if (perCycle(perHour) <= 0) {
        throw new IllegalArgumentException("a table needs at least one rate above 0");
      }
    }

    /** Advances until the integral of the rate reaches an exponential draw of mean 1. */
    @Override
    public double after(double now, double load, RandomGenerator random) {
      double due = Seed.exponential(random) / load;
      int cycle = perHour.size();
      double wholeCycles = Math.floor(due / perCycle(perHour));
      double at = now + wholeCycles * cycle * 3600;
      due -= wholeCycles * perCycle(perHour);
      for (int hours = 0; hours <= cycle; hours++) {
        double hour = Math.floor(at / 3600);
        double rate = perHour.get((int) (hour % cycle));
        double rest = hour + 1 - at / 3600;
        if (due <= rate * rest && rate > 0) {
          return at + due / rate * 3600;
        }
        due -= rate * rest;
        at = (hour + 1) * 3600;
      }
      return at;
    }

    private static double perCycle(List<Double> perHour) {
      return perHour.stream().mapToDouble(rate -> rate).sum();
    }
  }
}
