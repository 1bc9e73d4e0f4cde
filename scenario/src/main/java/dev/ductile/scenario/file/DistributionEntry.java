package dev.ductile.scenario.file;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** A distribution, as people write it: a plain range, or one kind by its name. */
record DistributionEntry(
    OptionalDouble min,
    OptionalDouble max,
    Optional<Distribution.LogUniform> logUniform,
    Optional<Distribution.Lognormal> lognormal,
    Optional<Distribution.Normal> normal,
    Optional<Distribution.Exponential> exponential,
    Optional<List<Double>> oneOf) {
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
