package dev.ductile.runtime.job;

import java.time.Duration;
import java.util.Optional;

/**
 * When the job is saved while it runs; it is also saved when it is asked to stop and when it is
 * done.
 *
 * @param keep how many of the last are kept
 */
public record CheckpointSpec(Optional<Duration> every, Optional<Long> everySteps, int keep) {}
