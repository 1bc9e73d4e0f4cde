package dev.ductile.rest;

import java.util.Optional;

/**
 * What a job has used and lost.
 *
 * @param usedDeviceSeconds the devices that it really used, as far as that was measured
 * @param measuredDeviceSeconds the devices that it held while its use was measured
 * @param pausedSeconds time with resources and without progress: starts and rescales
 * @param lostSteps steps that were made again after a crash or a preemption
 */
public record JobAccount(
    double deviceSeconds,
    Optional<Double> usedDeviceSeconds,
    Optional<Double> measuredDeviceSeconds,
    double waitedSeconds,
    double pausedSeconds,
    double lostSteps,
    int rescales,
    int preemptions,
    int moves,
    int restarts) {}
