package dev.ductile.rest;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One change of the allocation of a job, or an event of its life.
 *
 * @param kind submitted, allocated, running, held, resumed, crashed, finished, failed, cancelled,
 *     and so on
 * @param reason why the allocation was changed; its values are in the decision log only
 * @param message the cause of a crash or of an end, such as the exit code of a task; the reason of
 *     a hold, the size that a user has fixed, or the amended request; with the user who asked for
 *     it
 * @param pauseSeconds the measured pause of a rescale
 * @param speedBefore measured steps per second before the change
 * @param predictedSpeed predicted steps per second after it
 * @param measuredSpeed measured steps per second after it
 */
public record JobChange(
    Instant at,
    String kind,
    TaskCounts from,
    TaskCounts to,
    List<TaskShare> nodes,
    Optional<ReasonView> reason,
    Optional<String> policy,
    Optional<String> message,
    Optional<Double> pauseSeconds,
    Optional<Double> speedBefore,
    Optional<Double> predictedSpeed,
    Optional<Double> measuredSpeed) {}
