package dev.ductile.runtime.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * A job that was simulated and judged.
 *
 * @param wrong what is wrong with it
 * @param lossOnly whether it could only be held to its loss
 */
record SimulationResult(
    FaultScenario scenario, JobEnd ending, List<String> wrong, boolean lossOnly) {
  static SimulationResult of(long seed) {
    var scenario = FaultScenario.of(seed);
    var ending = new SimulatedJob(scenario).play();
    var judge = new EndCheck(scenario);
    try {
      List<String> wrong = judge.check(ending);
      return new SimulationResult(scenario, ending, wrong, judge.isLossOnly());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean isWrong() {
    return !wrong.isEmpty();
  }

  /** The failed checks with the trace of the job; empty if nothing is. */
  String complaint() {
    return wrong.isEmpty()
        ? ""
        : "seed %d, %s, %s: %s%n%s%n%s"
            .formatted(
                scenario.seed(),
                scenario.law(),
                scenario.job().synchrony().kind(),
                wrong,
                scenario,
                ending.trace());
  }
}
