package dev.ductile.runtime.job;

import java.time.Duration;

/**
 * What the job bears.
 *
 * @param stall how long no step may end before everybody is asked whether he lives
 * @param answer how long a task may take to answer the master
 * @param slow how many times slower than the median of the workers one may be before it is
 *     replaced; 0 never replaces for slowness
 */
public record FaultSpec(Duration stall, Duration answer, double slow) {}
