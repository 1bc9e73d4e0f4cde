package dev.ductile.bench.testbed;

import dev.ductile.models.queueing.Solver;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** A case as it was measured with 1, 2, ... workers, and what each solver expected. */
record Outcome(Case subject, Profile profile, List<Measured> measured) {
  List<Prediction> predictions() {
    return Stream.of(Solver.EXACT, Solver.FCFS, Solver.HYBRID).map(this::prediction).toList();
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
