package dev.ductile.runtime.transport;

import java.time.Duration;

/**
 * What a stranger, or a friend gone mad, can cost.
 *
 * @param frameBytes the longest payload of a connection that has proved itself
 * @param queueBytes how much may wait to be sent on a connection before it is cut
 * @param greeting how long a connection may take to prove itself
 * @param connections how many there may be at once
 * @param strangers how many of those that came in may be unproved at once; a further one displaces
 *     the oldest, so that who proves himself quickly is never kept out
 */
public record Limits(
    int frameBytes, long queueBytes, Duration greeting, int connections, int strangers) {
  public static final Limits DEFAULT =
      new Limits(16 << 20, 4L << 30, Duration.ofSeconds(5), 4_096, 256);

  /** The longest payload before a connection has proved itself. */
  static final int STRANGER_BYTES = 256;

  public Limits {
    if (frameBytes < STRANGER_BYTES || queueBytes < frameBytes) {
      throw new IllegalArgumentException(
          "a frame takes at least %d bytes and fits into the queue, not %d and %d"
              .formatted(STRANGER_BYTES, frameBytes, queueBytes));
    }
    if (greeting.isNegative() || greeting.isZero()) {
      throw new IllegalArgumentException("a greeting takes some time, not " + greeting);
    }
    if (connections < 1 || strangers < 1) {
      throw new IllegalArgumentException(
          "connections and strangers are at least 1, not %d and %d"
              .formatted(connections, strangers));
    }
  }
}
