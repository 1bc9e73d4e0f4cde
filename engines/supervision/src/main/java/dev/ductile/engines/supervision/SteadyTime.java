package dev.ductile.engines.supervision;

import java.time.Instant;
import java.time.InstantSource;

/**
 * The time of day at the start plus the monotonic time since then: a change of the system's clock
 * does not make a job look hung.
 */
public final class SteadyTime implements InstantSource {
  private final Instant start = Instant.now();
  private final long startNanos = System.nanoTime();

  @Override
  public Instant instant() {
    return start.plusNanos(System.nanoTime() - startNanos);
  }
}
