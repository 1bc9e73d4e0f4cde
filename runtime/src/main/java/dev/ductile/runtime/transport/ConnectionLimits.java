package dev.ductile.runtime.transport;

import java.time.Duration;

/**
 * The limits of a process against strangers and faulty peers.
 *
 * @param frameBytes the longest payload of an authenticated connection
 * @param queueBytes the bytes that may wait to be sent on a connection before it is closed
 * @param greeting the time in which a connection must authenticate itself
 * @param connections the number of connections at once
 * @param strangers the number of accepted connections that may be unauthenticated at once; a
 *     further one displaces the oldest, so that a peer that authenticates itself quickly is never
 *     kept out
 */
public record ConnectionLimits(
    int frameBytes, long queueBytes, Duration greeting, int connections, int strangers) {
  public static final ConnectionLimits DEFAULT =
      new ConnectionLimits(16 << 20, 4L << 30, Duration.ofSeconds(5), 4_096, 256);

  /** The longest payload before a connection is authenticated. */
  static final int STRANGER_BYTES = 256;

  public ConnectionLimits {
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
