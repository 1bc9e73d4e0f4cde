package dev.ductile.answers.forecast;

import dev.ductile.api.JobId;
import dev.ductile.api.Seed;
import dev.ductile.scheduler.Decision;
import dev.ductile.scheduler.SchedulerObserver;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Several simulated futures of one state. Their jobs have different true speeds, within the error
 * ranges of their estimates.
 */
record Futures(Instant now, List<SimulatedFuture> list) {
  Futures {
    list = List.copyOf(list);
  }

  /**
   * Simulates until the watched jobs end, or the effort does.
   *
   * @param nanos a clock of wall time; a constant one makes the result a function of the budget
   */
  static Futures of(
      LiveState state, Set<JobId> watched, ForecastLimits limits, Seed seed, LongSupplier nanos) {
    int wanted = SpeedErrors.areNone(state.cluster()) ? 1 : limits.simulations();
    ForecastPace pace = pace(state, limits, wanted, nanos);
    return of(state, watched, pace, limits, seed, nanos, _ -> SchedulerObserver.NONE);
  }

  /** The pace for a state, by the time of one decision on it. */
  static ForecastPace pace(LiveState state, ForecastLimits limits, int wanted, LongSupplier nanos) {
    long before = nanos.getAsLong();
    var _ = Decision.of(state.cluster(), state.policy().get());
    return ForecastPace.of(state.cluster(), limits, wanted, nanos.getAsLong() - before);
  }

  /**
   * Simulates at a given pace.
   *
   * @param further makes an observer of each future by its number
   */
  static Futures of(
      LiveState state,
      Set<JobId> watched,
      ForecastPace pace,
      ForecastLimits limits,
      Seed seed,
      LongSupplier nanos,
      Function<Integer, SchedulerObserver> further) {
    long deadline = nanos.getAsLong() + limits.time().toNanos();
    var simulator =
        new FutureSimulator(
            state, pace.batches(), pace.mostDecisions(), () -> nanos.getAsLong() - deadline >= 0);
    var list = new ArrayList<SimulatedFuture>();
    for (int number = 0; number < pace.simulations(); number++) {
      if (number == 0 || nanos.getAsLong() - deadline < 0) {
        Seed own = seed.child("future-" + number);
        list.add(simulator.run(own, watched, further.apply(number)));
      }
    }
    return new Futures(state.cluster().now(), list);
  }

  int count() {
    return list.size();
  }

  /** Whether the effort ended before the jobs of some future did. */
  boolean isCut() {
    return list.stream().anyMatch(SimulatedFuture::isCut);
  }
}
