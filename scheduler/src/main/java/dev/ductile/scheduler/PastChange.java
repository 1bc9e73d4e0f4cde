package dev.ductile.scheduler;

import dev.ductile.api.Allocation;
import java.time.Duration;
import java.time.Instant;

/**
 * A change of the allocation of a job.
 *
 * @param isStart whether the job had nothing before
 * @param pausedSeconds the time without progress because of it, as far as it is known
 * @param isReturn whether the job had this allocation before, and nothing but the policy has
 *     changed since it lost it
 * @param cause the number of events from outside before it, in the whole cluster
 */
public record PastChange(
    Instant at,
    Allocation to,
    boolean isStart,
    double pausedSeconds,
    boolean isReturn,
    long cause) {
  PastChange paused(Duration pause) {
    return new PastChange(at, to, isStart, pause.toNanos() / 1e9, isReturn, cause);
  }
}
