package dev.ductile.runtime.simulation;

import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/** Counts of simulated jobs and of the checks that they were given. */
final class SimulationCounts {
  private final LongAdder jobs = new LongAdder();
  private final LongAdder wrong = new LongAdder();
  private final LongAdder inOneOrder = new LongAdder();
  private final LongAdder lossOnly = new LongAdder();
  private final LongAdder pauses = new LongAdder();
  private final LongAdder refusals = new LongAdder();

  void add(SimulationResult one) {
    jobs.increment();
    wrong.add(one.isWrong() ? 1 : 0);
    boolean own = !one.scenario().job().synchrony().kind().isLockstep();
    inOneOrder.add(own && one.scenario().law() == FaultScenario.Law.SAME_ORDER ? 1 : 0);
    lossOnly.add(one.lossOnly() ? 1 : 0);
    pauses.add(one.ending().pauses());
    refusals.add(one.ending().refusals());
  }

  /** Adds the number of wrong jobs, the compared pauses and the jobs a minute. */
  void addTo(FigureFile figures, long firstSeed, double perMinute) {
    String parameters = "%d jobs from seed %d".formatted(jobs.sum(), firstSeed);
    figures.add(parameters + ", wrong jobs", Long.toString(wrong.sum()));
    figures.add(parameters + ", compared pauses", Long.toString(pauses.sum()));
    figures.add(parameters + ", jobs a minute", String.format(Locale.ROOT, "%.0f", perMinute));
  }

  @Override
  public String toString() {
    return "%d pauses compared; damaged checkpoints refused %d times; %d of %d asp and ssp jobs of one order held to their loss alone; %d jobs, %d wrong"
        .formatted(
            pauses.sum(),
            refusals.sum(),
            lossOnly.sum(),
            inOneOrder.sum(),
            jobs.sum(),
            wrong.sum());
  }
}
