package dev.ductile.reproductions.template;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.api.Seed;
import dev.ductile.text.Binder;
import dev.ductile.text.Written;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * A random value: uniform in a range, or of another distribution.
 *
 * @param whole whether only whole numbers are drawn
 * @param log whether the logarithm is uniform
 * @param sum the number of draws that are added up
 */
record RandomValue(
    OptionalDouble min,
    OptionalDouble max,
    Optional<Boolean> whole,
    Optional<Boolean> log,
    Optional<List<Written>> oneOf,
    Optional<Exponential> exponential,
    Optional<Lognormal> lognormal,
    OptionalInt sum) {
  private static final Binder BINDER = new Binder(Map.of(), List.of());
  private static final int MOST_DRAWS = 1_000_000;

  /** The exponential distribution. */
  record Exponential(double mean) {}

  /** Many small amounts and a few large ones. */
  record Lognormal(double median, double sigma) {}

  RandomValue {
    long kinds =
        Stream.of(
                min.isPresent() || max.isPresent(),
                oneOf.isPresent(),
                exponential.isPresent(),
                lognormal.isPresent())
            .filter(present -> present)
            .count();
    if (kinds != 1) {
      throw new IllegalArgumentException(
          "a draw is one of min and max, oneOf, exponential, lognormal; this has %d of them"
              .formatted(kinds));
    }
    if (min.isPresent() != max.isPresent() || min.orElse(0) > max.orElse(0)) {
      throw new IllegalArgumentException("a range needs min and max, and min the smaller");
    }
    if ((whole.isPresent() || log.isPresent()) && min.isEmpty()) {
      throw new IllegalArgumentException("whole and log belong to a range of min and max");
    }
    if (whole.orElse(false) && log.orElse(false)) {
      throw new IllegalArgumentException("whole and log do not go together");
    }
    if (oneOf.isPresent() && sum.isPresent()) {
      throw new IllegalArgumentException("sum is of numbers, and oneOf draws any values");
    }
    if (log.orElse(false) && !(min.orElse(0) > 0)) {
      throw new IllegalArgumentException("min must be above 0 if log is true");
    }
    if (oneOf.map(List::isEmpty).orElse(false)) {
      throw new IllegalArgumentException("oneOf must name at least one value");
    }
    if (sum.orElse(1) < 1 || sum.orElse(1) > MOST_DRAWS) {
      throw new IllegalArgumentException(
          "sum must be between 1 and %d, not %d".formatted(MOST_DRAWS, sum.orElse(1)));
    }
  }

  static RandomValue of(Written written) {
    return BINDER.record(RandomValue.class, written);
  }

  JsonNode value(RandomGenerator random) {
    if (oneOf.isPresent()) {
      return oneOf.get().get(random.nextInt(oneOf.get().size())).node();
    }
    double total = 0;
    for (int i = 0; i < sum.orElse(1); i++) {
      total += number(random);
    }
    return Scope.number(total);
  }

  private double number(RandomGenerator random) {
    if (exponential.isPresent()) {
      return exponential.get().mean() * Seed.exponential(random);
    }
    if (lognormal.isPresent()) {
      return lognormal.get().median()
          * StrictMath.exp(lognormal.get().sigma() * Seed.normal(random));
    }
    double low = min.orElse(0);
    double high = max.orElse(0);
    if (whole.orElse(false)) {
      return low + StrictMath.floor(random.nextDouble() * (high - low + 1));
    }
    return log.orElse(false)
        ? low * StrictMath.exp(random.nextDouble() * StrictMath.log(high / low))
        : low + (high - low) * random.nextDouble();
  }
}
