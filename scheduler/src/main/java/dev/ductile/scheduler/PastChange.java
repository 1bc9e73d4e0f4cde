package dev.ductile.scheduler;

import dev.ductile.api.Allocation;
import java.time.Instant;

/**
 * A change of the allocation of a job.
 *
 * @param isStart whether the job had nothing before
 * @param isReturn whether the job had this allocation before, and nothing but the policy has
 *     changed since it lost it
 * @param cause the number of events from outside before it, in the whole cluster
 */
public record PastChange(
    Instant at, Allocation to, boolean isStart, boolean isReturn, long cause) {}
