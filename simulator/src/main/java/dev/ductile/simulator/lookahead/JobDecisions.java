package dev.ductile.simulator.lookahead;

import java.time.Duration;

/**
 * The budget of a decision. It counts simulated job decisions, not wall time, so the same picture
 * always gives the same plan. {@code bench/run lookahead} measures how many take a millisecond.
 */
final class JobDecisions {
  private static final double PER_MILLISECOND = 100;

  /** Placing so many tasks takes as long as a decision about one job. */
  private static final int TASKS_PER_DECISION = 64;

  /** Larger jobs are placed many tasks at a time, so further tasks cost nothing. */
  private static final int MOST_TASKS = 8192;

  private JobDecisions() {}

  /**
   * The job decisions that placing a job of so many tasks counts as, beside the decision itself.
   */
  static long ofPlacing(int tasks) {
    return Math.min(tasks, MOST_TASKS) / TASKS_PER_DECISION;
  }

  /** The job decisions that take about so long. */
  static long within(Duration budget) {
    return Math.max(1, Math.round(PER_MILLISECOND * (budget.toNanos() * 1e-6)));
  }
}
