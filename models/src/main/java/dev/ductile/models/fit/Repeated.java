package dev.ductile.models.fit;

import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/**
 * All measurements of one setup, as one.
 *
 * @param logSpeed the weighted mean of the logarithms of the steps per second
 * @param weight of all together
 * @param scatter the weighted sum of the squares by which they differ from that mean
 * @param count how many there were
 */
record Repeated(Setup setup, double logSpeed, double weight, double scatter, int count) {
  static Repeated once(Measurement measurement) {
    return new Repeated(
        measurement.setup(),
        StrictMath.log(measurement.stepsPerSecond()),
        measurement.weight(),
        0,
        1);
  }

  /** One for each setup, in the order of setups. */
  static List<Repeated> of(Collection<Measurement> measurements) {
    var bySetup = new TreeMap<Setup, Repeated>();
    for (Measurement measurement : measurements) {
      bySetup.merge(measurement.setup(), once(measurement), Repeated::and);
    }
    return List.copyOf(bySetup.values());
  }

  Repeated and(Repeated other) {
    double both = weight + other.weight;
    double apart = other.logSpeed - logSpeed;
    return new Repeated(
        setup,
        logSpeed + apart * other.weight / both,
        both,
        scatter + other.scatter + apart * apart * weight * other.weight / both,
        count + other.count);
  }

  /** The same, worth less than it was. */
  Repeated faded(double share) {
    return new Repeated(setup, logSpeed, weight * share, scatter * share, count);
  }
}
