package dev.ductile.server.notify;

import java.time.Duration;
import java.util.List;

/**
 * How changes are posted.
 *
 * @param privateAddresses whether web servers inside the own network may be told; an attacker could
 *     otherwise reach them by a job
 * @param timeout the longest time of one attempt
 * @param pauses the waits between attempts; one attempt more than pauses
 * @param mostWaiting changes that may wait; further ones are dropped
 */
public record DeliverySettings(
    boolean privateAddresses, Duration timeout, List<Duration> pauses, int mostWaiting) {
  public static final DeliverySettings DEFAULT =
      new DeliverySettings(
          false,
          Duration.ofSeconds(10),
          List.of(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(30)),
          1_000);

  public DeliverySettings {
    pauses = List.copyOf(pauses);
    if (timeout.isNegative() || timeout.isZero() || mostWaiting < 1) {
      throw new IllegalArgumentException(
          "deliveries need a timeout above 0 and room for one change, not %s and %d"
              .formatted(timeout, mostWaiting));
    }
  }
}
