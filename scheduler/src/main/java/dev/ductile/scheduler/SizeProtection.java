package dev.ductile.scheduler;

import java.time.Instant;

/**
 * The time for which no policy changes a job.
 *
 * @param fromReclaim the time until which it does not even give back what its queue has borrowed:
 *     the end of its cooldown or minimum run
 * @param until the end of its cooldown, minimum run or rest
 */
public record SizeProtection(Instant fromReclaim, Instant until) {
  boolean mayGiveBack(Instant now) {
    return !fromReclaim.isAfter(now);
  }
}
