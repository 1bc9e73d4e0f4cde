package dev.ductile.bench.testbed;

import dev.ductile.api.Allocation;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.models.AsyncPsModel;
import dev.ductile.models.profile.PhaseTimes;
import dev.ductile.models.queueing.Solver;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** The prediction of a model for a case, from the profile of one worker. */
record Prediction(String name, int servers, Speed speed) {
  /** The default solver. */
  static final Solver STANDARD = Solver.HYBRID;

  static Prediction of(
      Solver solver, OptionalDouble threshold, PhaseTimes profile, List<Double> shares) {
    var parameters =
        new AsyncPsModel.Parameters(
            Optional.of(solver),
            threshold,
            OptionalInt.of(shares.size()),
            Optional.of(shares),
            OptionalDouble.of(profile.downlink().mean()),
            OptionalDouble.of(profile.worker().mean()),
            OptionalDouble.of(profile.uplink().mean()),
            OptionalDouble.of(profile.server().mean()),
            Optional.empty());
    return new Prediction(name(solver), shares.size(), new AsyncPsModel().create(parameters));
  }

  /** Predictions with default settings. */
  static List<Prediction> bySolvers(PhaseTimes profile, List<Double> shares) {
    return Stream.of(Solver.EXACT, Solver.FCFS, Solver.HYBRID)
        .map(solver -> of(solver, OptionalDouble.empty(), profile, shares))
        .toList();
  }

  /** The name in files. */
  static String name(Solver solver) {
    return solver.name().toLowerCase(Locale.ROOT);
  }

  double stepsPerSecond(int workers) {
    return speed.stepsPerSecond(Allocation.together(new Size(workers, servers)));
  }

  /** The error relative to the measured value; positive if the prediction is too fast. */
  double error(Measured measured) {
    return stepsPerSecond(measured.workers()) / measured.stepsPerSecond() - 1;
  }

  /** Mean and worst absolute error. */
  Errors errors(List<Measured> measured) {
    return Errors.of(measured.stream().mapToDouble(this::error));
  }
}
