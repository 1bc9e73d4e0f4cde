package dev.ductile.runtime.transport;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A clock that does not advance while its process is suspended: stopped by a signal, starved, or
 * its machine asleep. A failure detector with this clock never blames others for answers that it
 * could not read.
 */
final class AwakeClock {
  /**
   * The time between two readings of the clock, beyond a planned sleep, in which a process still
   * runs.
   */
  private static final long MOST_NANOS = Duration.ofMillis(100).toNanos();

  private final LongSupplier nanos;
  private long seen;
  private long asleep;
  private long planned;

  AwakeClock(LongSupplier nanos) {
    this.nanos = nanos;
    this.seen = nanos.getAsLong();
  }

  /** The process is about to sleep for at most this time; returns the same time. */
  long sleeps(long millis) {
    planned = millis * 1_000_000;
    return millis;
  }

  long now() {
    long real = nanos.getAsLong();
    long tooLong = real - seen - planned - MOST_NANOS;
    if (tooLong > 0) {
      asleep += tooLong;
    }
    seen = real;
    planned = 0;
    return real - asleep;
  }
}
