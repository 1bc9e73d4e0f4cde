package dev.ductile.runtime.simulation;

import dev.ductile.runtime.master.report.Pause;
import java.util.List;
import java.util.stream.Stream;

/** The checks of a job while it is simulated. */
record JobChecks(PauseCheck standstills, SaveCheck saves, PlannedPauseCheck planned) {
  private static final long MILLI = 1_000_000;

  static JobChecks of(FaultScenario scenario, VirtualTime time) {
    var job = scenario.job();
    long twoMessages = 3 * scenario.latency() + 4 * scenario.speed().turn();
    return new JobChecks(
        new PauseCheck(time, twoMessages + MILLI),
        new SaveCheck(time, job.checkpoint().everySteps(), saving(scenario)),
        new PlannedPauseCheck(time, job.faults().answer()));
  }

  /**
   * Workers report each 100 ms, and a save that is ordered too late is ordered again. A job that is
   * saved in a reconfiguration tries again after a second.
   */
  private static long saving(FaultScenario scenario) {
    return 10 * scenario.speed().disk() + (scenario.job().readsBySteps() ? 400 : 2_000) * MILLI;
  }

  void injected(InjectedFault fault) {
    if (fault instanceof InjectedFault.Cut) {
      standstills.isCut();
    }
    saves.injected(fault);
    planned.injected(fault);
  }

  /** Checks a reconfiguration that has ended; returns the failed checks. */
  List<String> reconfigured(Pause pause) {
    return Stream.of(standstills.reconfigured(pause), planned.reconfigured(pause))
        .flatMap(wrong -> wrong.stream())
        .toList();
  }
}
