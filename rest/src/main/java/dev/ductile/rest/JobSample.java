package dev.ductile.rest;

import java.time.Instant;
import java.util.Optional;

/**
 * One measurement of a running job.
 *
 * @param computeSeconds the time of one step in computation
 * @param syncSeconds the time of one step in synchronisation
 */
public record JobSample(
    Instant at,
    double step,
    double stepsPerSecond,
    TaskCounts size,
    Optional<Double> loss,
    Optional<Double> computeSeconds,
    Optional<Double> syncSeconds) {}
