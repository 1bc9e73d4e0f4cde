package dev.ductile.bench.testbed;

import dev.ductile.models.queueing.Solver;
import java.util.List;
import java.util.OptionalDouble;

/** The measurements of a case with 1, 2, ... workers, and the predictions of each solver. */
record CaseOutcome(Case subject, Profile profile, List<Measured> measured) {
  Comparison comparison() {
    return new Comparison(
        subject.name(),
        subject.words(),
        profile.toString(),
        Prediction.bySolvers(profile.capture().times(), subject.shares()),
        measured);
  }

  /** The predictions with default settings. */
  Prediction prediction(Solver solver) {
    return prediction(solver, OptionalDouble.empty());
  }

  /** The predictions with another threshold of the hybrid. */
  Prediction prediction(Solver solver, OptionalDouble threshold) {
    return Prediction.of(solver, threshold, profile.capture().times(), subject.shares());
  }
}
