package dev.ductile.scenario.file;

import dev.ductile.text.Entries;
import dev.ductile.text.ExactlyOne;
import dev.ductile.text.NumberBounds;
import dev.ductile.text.RequiresKeys;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * A random amount: min and max (uniform between them), or one of the other distributions.
 *
 * @param min the smallest amount of a uniform distribution
 * @param max the largest amount of a uniform distribution
 * @param logUniform uniform in the logarithm: every order of magnitude has the same probability
 * @param lognormal lognormal: many small amounts and a few large ones
 * @param normal normal around a mean; amounts that are not above zero are drawn again
 * @param exponential exponential with a mean
 * @param oneOf one of these amounts, each as likely as any other
 */
@ExactlyOne({"min", "logUniform", "lognormal", "normal", "exponential", "oneOf"})
record DistributionEntry(
    @RequiresKeys("max") @NumberBounds(above = 0) OptionalDouble min,
    @RequiresKeys("min") @NumberBounds(above = 0) OptionalDouble max,
    Optional<Distribution.LogUniform> logUniform,
    Optional<Distribution.Lognormal> lognormal,
    Optional<Distribution.Normal> normal,
    Optional<Distribution.Exponential> exponential,
    Optional<@Entries(least = 1) List<@NumberBounds(above = 0) Double>> oneOf) {
  DistributionEntry {
    if (min.isPresent() != max.isPresent()) {
      throw new IllegalArgumentException("a range needs both min and max");
    }
    long kinds =
        Stream.of(
                min.isPresent(),
                logUniform.isPresent(),
                lognormal.isPresent(),
                normal.isPresent(),
                exponential.isPresent(),
                oneOf.isPresent())
            .filter(present -> present)
            .count();
    if (kinds != 1) {
      throw new IllegalArgumentException(
          "a distribution is one of min and max, logUniform, lognormal, normal, exponential, oneOf; this has %d of them"
              .formatted(kinds));
    }
  }

  Distribution distribution() {
    if (min.isPresent() && max.isPresent()) {
      return new Distribution.Uniform(min.getAsDouble(), max.getAsDouble());
    }
    Optional<Distribution> listed = oneOf.map(Distribution.OneOf::new);
    return Stream.<Optional<? extends Distribution>>of(
            logUniform, lognormal, normal, exponential, listed)
        .flatMap(Optional::stream)
        .findFirst()
        .orElseThrow();
  }
}
