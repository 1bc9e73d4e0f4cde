package dev.ductile.models.fit;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A fit that follows a job while it is measured again and again. Measurements of one setup are
 * merged, older ones may count less and less, and of too many setups the one that counts least is
 * forgotten.
 */
public final class OnlineFit {
  /** Below this weight, in measurements, a setup is as good as forgotten. */
  private static final double FORGOTTEN = 1e-3;

  private final Fitter fitter;
  private final double memory;
  private final int mostSetups;
  private final TreeMap<Setup, Repeated> known = new TreeMap<>();
  private Optional<Fit> made = Optional.empty();

  /**
   * Knows nothing yet.
   *
   * @param memory what each measurement leaves of the weight of all before it: 1 forgets nothing
   * @param mostSetups how many setups it remembers at most
   */
  public OnlineFit(Fitter fitter, double memory, int mostSetups) {
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
  }

  public void add(Measurement measurement) {
    known.replaceAll((_, one) -> one.faded(memory));
    known.merge(measurement.setup(), Repeated.once(measurement), Repeated::and);
    known.values().removeIf(one -> one.weight() < FORGOTTEN);
    if (known.size() > mostSetups) {
      Setup least =
          known.values().stream()
              .filter(one -> !one.setup().equals(measurement.setup()))
              .min(Comparator.comparingDouble(Repeated::weight))
              .orElseThrow()
              .setup();
      known.remove(least);
    }
    made = Optional.empty();
  }

  /** The fit of all that is remembered; empty before the first measurement. */
  public Optional<Fit> fit() {
    if (made.isEmpty() && !known.isEmpty()) {
      made = Optional.of(fitter.together(List.copyOf(known.values())));
    }
    return made;
  }
}
