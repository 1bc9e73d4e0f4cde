package dev.ductile.rest;

/**
 * What a job has used and lost.
 *
 * @param pausedSeconds time with resources and without progress: starts and rescales
 * @param lostSteps steps that were made again after a crash or a preemption
 */
public record JobAccount(
    double deviceSeconds,
    double waitedSeconds,
    double pausedSeconds,
    double lostSteps,
    int rescales,
    int preemptions,
    int moves,
    int restarts) {}
