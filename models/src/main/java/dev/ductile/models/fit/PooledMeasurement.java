package dev.ductile.models.fit;

import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/**
 * All measurements of one setup, pooled.
 *
 * @param logSpeed the weighted mean of the logarithms of the steps per second
 * @param weight the sum of their weights
 * @param scatter the weighted sum of their squared deviations from that mean
 * @param count the number of measurements
 */
public record PooledMeasurement(
    Setup setup, double logSpeed, double weight, double scatter, int count) {
  static PooledMeasurement once(Measurement measurement) {
    return new PooledMeasurement(
        measurement.setup(),
        StrictMath.log(measurement.stepsPerSecond()),
        measurement.weight(),
        0,
        1);
  }

  /** One pooled measurement per setup, in the order of setups. */
  static List<PooledMeasurement> of(Collection<Measurement> measurements) {
    return pooled(measurements.stream().map(PooledMeasurement::once).toList());
  }

  /** One pooled measurement per setup, in the order of setups. */
  static List<PooledMeasurement> pooled(Collection<PooledMeasurement> measurements) {
    var bySetup = new TreeMap<Setup, PooledMeasurement>();
    for (PooledMeasurement measurement : measurements) {
      bySetup.merge(measurement.setup(), measurement, PooledMeasurement::and);
    }
    return List.copyOf(bySetup.values());
  }

  PooledMeasurement and(PooledMeasurement other) {
    double both = weight + other.weight;
    double apart = other.logSpeed - logSpeed;
    return new PooledMeasurement(
        setup,
        logSpeed + apart * other.weight / both,
        both,
        scatter + other.scatter + apart * apart * weight * other.weight / both,
        count + other.count);
  }

  /** The same with the weight of at most so many measurements. */
  PooledMeasurement atMost(double heaviest) {
    if (weight <= heaviest) {
      return this;
    }
    int most = (int) Math.max(1, Math.min(count, heaviest));
    return new PooledMeasurement(setup, logSpeed, heaviest, scatter * heaviest / weight, most);
  }

  /** The same with less weight. */
  PooledMeasurement faded(double share) {
    return new PooledMeasurement(setup, logSpeed, weight * share, scatter * share, count);
  }
}
