package dev.ductile.models.fit;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A fit that is updated with each measurement of a running job. It merges measurements of one
 * setup, lets older ones fade, and forgets the setup with the least weight when there are too many.
 */
public final class OnlineFit {
  /** A setup with less weight than this, in measurements, is forgotten. */
  private static final double FORGOTTEN = 1e-3;

  private final Fitter fitter;
  private final double memory;
  private final int mostSetups;
  private final double heaviest;
  private final TreeMap<Setup, PooledMeasurement> known = new TreeMap<>();
  private Optional<Fit> made = Optional.empty();

  /**
   * A fit without measurements.
   *
   * @param memory the factor by which a new measurement reduces the weight of older ones; 1 forgets
   *     nothing
   * @param mostSetups the most setups to remember
   */
  public OnlineFit(Fitter fitter, double memory, int mostSetups) {
    this(fitter, memory, mostSetups, Double.MAX_VALUE);
  }

  /**
   * A fit without measurements.
   *
   * @param heaviest the most weight, in measurements, that the past of one setup has against the
   *     next measurement of it
   */
  OnlineFit(Fitter fitter, double memory, int mostSetups, double heaviest) {
    if (!(memory > 0 && memory <= 1)) {
      throw new IllegalArgumentException(
          "memory must be above 0 and at most 1, not %s".formatted(memory));
    }
    if (mostSetups < 1 || mostSetups > Fitter.MOST_SETUPS) {
      throw new IllegalArgumentException(
          "a fit remembers 1 to %d setups, not %d".formatted(Fitter.MOST_SETUPS, mostSetups));
    }
    this.fitter = fitter;
    this.memory = memory;
    this.mostSetups = mostSetups;
    this.heaviest = heaviest;
  }

  public void add(Measurement measurement) {
    add(PooledMeasurement.once(measurement));
  }

  /** Takes in measurements of one setup that are pooled already. */
  void add(PooledMeasurement measurement) {
    known.replaceAll((_, one) -> one.faded(memory));
    known.merge(measurement.setup(), measurement, PooledMeasurement::and);
    known.computeIfPresent(measurement.setup(), (_, one) -> one.atMost(heaviest));
    known.values().removeIf(one -> one.weight() < FORGOTTEN);
    if (known.size() > mostSetups) {
      Setup least =
          known.values().stream()
              .filter(one -> !one.setup().equals(measurement.setup()))
              .min(Comparator.comparingDouble(PooledMeasurement::weight))
              .orElseThrow()
              .setup();
      known.remove(least);
    }
    made = Optional.empty();
  }

  /** The pooled measurements of each remembered setup, in the order of setups. */
  List<PooledMeasurement> measurements() {
    return List.copyOf(known.values());
  }

  /** The pooled measurements of one setup. */
  Optional<PooledMeasurement> measurements(Setup setup) {
    return Optional.ofNullable(known.get(setup));
  }

  /** The fit of the remembered measurements; empty before the first one. */
  public Optional<Fit> fit() {
    if (made.isEmpty() && !known.isEmpty()) {
      made = Optional.of(fitter.together(List.copyOf(known.values())));
    }
    return made;
  }
}
