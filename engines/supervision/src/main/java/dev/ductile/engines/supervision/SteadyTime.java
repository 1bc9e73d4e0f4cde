package dev.ductile.engines.supervision;

import java.time.Instant;
import java.time.InstantSource;

/**
 * The time of day as it was at the start, carried on by the machine's own counter: nobody who sets
 * the clock meanwhile makes a job look hung.
 */
public final class SteadyTime implements InstantSource {
  private final Instant start = Instant.now();
  private final long startNanos = System.nanoTime();

  @Override
  public Instant instant() {
    return start.plusNanos(System.nanoTime() - startNanos);
  }
}
