package dev.ductile.rest;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One job in a list.
 *
 * @param id unique for ever
 * @param name the name that its user gave it
 * @param state pending, starting, running, succeeded, failed or cancelled
 * @param flags such as rescaling, held, preempted, unknown, fixed or idle
 * @param reason the reason of the last decision on it; absent before the first one
 * @param started when it first got resources
 * @param size its tasks now; those that it held last, if it has ended
 * @param totalSteps the steps of its work; absent if that is unknown, as of a command that reports
 *     none
 */
public record JobSummary(
    String id,
    String name,
    String owner,
    String queue,
    int priority,
    String state,
    List<String> flags,
    Optional<ReasonView> reason,
    Instant submitted,
    Optional<Instant> started,
    Optional<Instant> ended,
    TaskCounts size,
    TaskCounts least,
    TaskCounts most,
    double steps,
    Optional<Double> totalSteps,
    double stepsPerSecond,
    Optional<Double> remainingSeconds) {}
