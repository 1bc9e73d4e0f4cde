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

/** What a model expects of a case, from the profile of one worker. */
record Prediction(String name, int servers, Speed speed) {
  /** What the product uses where nobody says which. */
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

  /** By the product's settings. */
  static List<Prediction> bySolvers(PhaseTimes profile, List<Double> shares) {
    return Stream.of(Solver.EXACT, Solver.FCFS, Solver.HYBRID)
        .map(solver -> of(solver, OptionalDouble.empty(), profile, shares))
        .toList();
  }

  /** As files write it. */
  static String name(Solver solver) {
    return solver.name().toLowerCase(Locale.ROOT);
  }

  double stepsPerSecond(int workers) {
    return speed.stepsPerSecond(Allocation.together(new Size(workers, servers)));
  }

  /** How far off it is, relative to what was measured; positive where it is too fast. */
  double error(Measured measured) {
    return stepsPerSecond(measured.workers()) / measured.stepsPerSecond() - 1;
  }

  /** Mean and worst of the errors, without their signs. */
  Errors errors(List<Measured> measured) {
    return Errors.of(measured.stream().mapToDouble(this::error));
  }
}
