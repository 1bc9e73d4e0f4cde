package dev.ductile.server.http;

import java.time.Duration;

/**
 * Limits of event streams.
 *
 * @param waiting events that may wait for a slow client before it is disconnected
 * @param heartbeat a comment is sent after this time, so that broken connections are found
 */
public record EventLimits(int waiting, Duration heartbeat) {
  public static EventLimits usual() {
    return new EventLimits(1_000, Duration.ofSeconds(15));
  }
}
