package dev.ductile.runtime.master.coordinator;

import dev.ductile.runtime.master.report.Cause;
import dev.ductile.runtime.master.tasks.Participant;
import java.time.Duration;

/**
 * Watches tasks that receive replicas and splits while the job trains without them. No other check
 * would notice that one of them has stopped, and all changes wait for it.
 */
final class Newcomers {
  /** The replica of a partition takes less, even on a slow connection. */
  private static final Duration COPY = Duration.ofSeconds(1);

  /** In an all-reduce job one replica is the whole model. */
  private static final Duration MODEL = Duration.ofMinutes(2);

  /** A split may be large and its source slow. */
  static final Duration SPLIT = Duration.ofMinutes(30);

  private final JobView view;
  private final Reconfiguration reconfiguration;

  Newcomers(JobView view, Reconfiguration reconfiguration) {
    this.view = view;
    this.reconfiguration = reconfiguration;
  }

  /** Drops the newcomers that make no progress; returns whether there were any. */
  boolean giveUp() {
    boolean some = false;
    for (Participant one : view.participants.open().toList()) {
      if (isStuck(one)) {
        boolean counted = one.isInRoster();
        reconfiguration.drop(one, "it makes no progress with its replicas and splits", true);
        some = true;
        if (counted) {
          reconfiguration.begin(Cause.LOSS, 0);
          return true;
        }
      }
    }
    return some;
  }

  private boolean isStuck(Participant one) {
    long quiet = view.transfers.quietNanos(one.task());
    long copies = view.transfers.replicasFor(one.task());
    if (copies > 0 && quiet > patience(copies)) {
      return true;
    }
    if (!view.transfers.hasSplitsFor(one.task())) {
      return false;
    }
    return quiet > SPLIT.toNanos() || (copies == 0 && isSilent(one));
  }

  private long patience(long copies) {
    return view.setup.allReduce()
        ? MODEL.toNanos()
        : view.setup.job().faults().stall().toNanos() + copies * COPY.toNanos();
  }

  /**
   * Whether a newcomer has not answered the periodic liveness check. A halted task has nothing else
   * to do.
   */
  private boolean isSilent(Participant one) {
    if (one.isInRoster() || view.setup.allReduce()) {
      return false;
    }
    long quiet = Math.min(one.quietNanos(view.now()), view.transfers.quietNanos(one.task()));
    if (one.isAsked()) {
      return one.quietNanos(view.now()) > view.setup.job().faults().answer().toNanos();
    }
    if (quiet > view.setup.job().faults().stall().toNanos()) {
      one.asked(view.now());
      reconfiguration.ask(one);
    }
    return false;
  }
}
