package dev.ductile.runtime.wire;

import java.time.Duration;

/**
 * What a stranger, or a friend gone mad, can cost.
 *
 * @param frameBytes the longest payload of a connection that has proved itself
 * @param queueBytes how much may wait to be sent on a connection before it is cut
 * @param greeting how long a connection may take to prove itself
 * @param connections how many there may be at once
 */
public record Limits(int frameBytes, long queueBytes, Duration greeting, int connections) {
  public static final Limits DEFAULT = new Limits(16 << 20, 4L << 30, Duration.ofSeconds(2), 4_096);

  /** The longest payload before a connection has proved itself. */
  static final int STRANGER_BYTES = 256;
}
