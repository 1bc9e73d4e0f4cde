package dev.ductile.rest;

import java.util.Optional;

/**
 * The use of the cluster by a user or a queue in a period.
 *
 * @param usedDeviceSeconds the devices that jobs really used, as far as that was measured
 * @param measuredDeviceSeconds the devices that jobs held while their use was measured
 * @param lostDeviceSeconds devices held without progress: starts, rescales, and work made again
 */
public record UsageRow(
    String name,
    int jobs,
    double askedDeviceSeconds,
    double allocatedDeviceSeconds,
    Optional<Double> usedDeviceSeconds,
    Optional<Double> measuredDeviceSeconds,
    double lostDeviceSeconds) {}
