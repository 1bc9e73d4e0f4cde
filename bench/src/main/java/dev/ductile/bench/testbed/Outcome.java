package dev.ductile.bench.testbed;

import dev.ductile.models.queueing.Solver;
import java.util.List;
import java.util.OptionalDouble;

/** A case as it was measured with 1, 2, ... workers, and what each solver expected. */
record Outcome(Case subject, Profile profile, List<Measured> measured) {
  Comparison comparison() {
    return new Comparison(
        subject.name(),
        subject.words(),
        profile.toString(),
        Prediction.bySolvers(profile.capture().times(), subject.shares()),
        measured);
  }

  /** By the product's settings. */
  Prediction prediction(Solver solver) {
    return prediction(solver, OptionalDouble.empty());
  }

  /** With another threshold of the hybrid. */
  Prediction prediction(Solver solver, OptionalDouble threshold) {
    return Prediction.of(solver, threshold, profile.capture().times(), subject.shares());
  }
}
