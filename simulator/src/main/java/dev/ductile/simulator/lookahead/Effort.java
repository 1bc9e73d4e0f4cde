package dev.ductile.simulator.lookahead;

import java.time.Duration;

/**
 * How much may be tried in how much time. A policy reads no clock, so time is counted in looks, of
 * which so many take a millisecond; {@code bench/run lookahead} measures it.
 */
final class Effort {
  private static final double LOOKS_PER_MILLISECOND = 100;

  private Effort() {}

  static long looks(Duration budget) {
    return Math.max(1, Math.round(LOOKS_PER_MILLISECOND * (budget.toNanos() * 1e-6)));
  }
}
