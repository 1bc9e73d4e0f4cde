package dev.ductile.runtime.master.report;

/**
 * One step of all workers together; the times are the longest of any worker, in nanoseconds (see
 * {@link dev.ductile.runtime.protocol.StepReport}).
 *
 * @param loss the mean over its examples
 */
public record StepSummary(
    long step,
    double loss,
    int examples,
    int workers,
    int servers,
    long downlinkNanos,
    long workerNanos,
    long uplinkNanos,
    long serverNanos,
    long waitNanos) {}
