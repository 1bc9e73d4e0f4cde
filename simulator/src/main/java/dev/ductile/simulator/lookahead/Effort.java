package dev.ductile.simulator.lookahead;

import java.time.Duration;

/**
 * How much may be tried in how much time. A policy reads no clock, so time is counted in looks, of
 * which so many take a millisecond; {@code bench/run lookahead} measures it.
 */
final class Effort {
  private static final double LOOKS_PER_MILLISECOND = 100;

  /** To place so many tasks takes as long as a look at a job. */
  private static final int TASKS_PER_LOOK = 64;

  /** Of larger jobs many tasks are placed at once. */
  private static final int MOST_TASKS = 8192;

  private Effort() {}

  /** What the placement of a job of so many tasks counts for beside the look at the job. */
  static long looks(int tasks) {
    return Math.min(tasks, MOST_TASKS) / TASKS_PER_LOOK;
  }

  static long looks(Duration budget) {
    return Math.max(1, Math.round(LOOKS_PER_MILLISECOND * (budget.toNanos() * 1e-6)));
  }
}
