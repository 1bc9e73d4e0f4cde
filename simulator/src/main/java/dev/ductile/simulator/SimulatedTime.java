package dev.ductile.simulator;

import java.time.Instant;

/** Instants as nanoseconds since 1970, which a simulation adds and compares quickly. */
final class SimulatedTime {
  static final long NEVER = Long.MAX_VALUE;

  /** The farthest event, in seconds from now: the range of nanoseconds in a long, with a margin. */
  static final double FARTHEST_SECONDS = 100 * 365.25 * 86_400;

  private SimulatedTime() {}

  static long nanos(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
  }

  static Instant instant(long nanos) {
    return Instant.ofEpochSecond(
        Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L));
  }
}
