package dev.ductile.runtime.master;

import java.time.Duration;

/**
 * Looks after tasks that get copies and splits while the job trains without them: nobody else would
 * see that one of them has stopped, and all changes wait for it.
 */
final class Newcomers {
  /** A copy of a partition takes less, even on a slow way. */
  private static final Duration COPY = Duration.ofSeconds(1);

  /** In an all-reduce job one copy is the whole model. */
  private static final Duration MODEL = Duration.ofMinutes(2);

  /** A split may be large, and what it comes from slow. */
  static final Duration SPLIT = Duration.ofMinutes(30);

  private final Chart chart;
  private final Regroup regroup;

  Newcomers(Chart chart, Regroup regroup) {
    this.chart = chart;
    this.regroup = regroup;
  }

  /** Gives up those who get nothing; whether there were any. */
  boolean giveUp() {
    boolean some = false;
    for (Participant one : chart.crew.open().toList()) {
      if (isStuck(one)) {
        boolean counted = one.isInRoster();
        regroup.bury(one, "it gets no further with what it is to have", true);
        some = true;
        if (counted) {
          regroup.begin(Cause.LOSS, 0);
          return true;
        }
      }
    }
    return some;
  }

  private boolean isStuck(Participant one) {
    long quiet = chart.errands.quietNanos(one.task());
    long copies = chart.errands.copiesFor(one.task());
    if (copies > 0 && quiet > patience(copies)) {
      return true;
    }
    if (!chart.errands.hasSplitsFor(one.task())) {
      return false;
    }
    return quiet > SPLIT.toNanos() || (copies == 0 && isSilent(one));
  }

  private long patience(long copies) {
    return chart.setup.allReduce()
        ? MODEL.toNanos()
        : chart.setup.job().faults().stall().toNanos() + copies * COPY.toNanos();
  }

  /** Whether it is asked now and then if it lives, and has not answered: to stand is no work. */
  private boolean isSilent(Participant one) {
    if (one.isInRoster() || chart.setup.allReduce()) {
      return false;
    }
    long quiet = Math.min(one.quietNanos(chart.now()), chart.errands.quietNanos(one.task()));
    if (one.isAsked()) {
      return one.quietNanos(chart.now()) > chart.setup.job().faults().answer().toNanos();
    }
    if (quiet > chart.setup.job().faults().stall().toNanos()) {
      one.asked(chart.now());
      regroup.ask(one);
    }
    return false;
  }
}
