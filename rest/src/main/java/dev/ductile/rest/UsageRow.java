package dev.ductile.rest;

import java.util.Optional;

/**
 * The use of the cluster by a user or a queue in a period.
 *
 * @param lostDeviceSeconds devices held without progress: starts, rescales, and work made again
 */
public record UsageRow(
    String name,
    int jobs,
    double askedDeviceSeconds,
    double allocatedDeviceSeconds,
    Optional<Double> usedDeviceSeconds,
    double lostDeviceSeconds) {}
