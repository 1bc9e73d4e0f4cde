package dev.ductile.runtime.protocol;

/**
 * What a worker tells of one of its steps; the four times are those of Lin et al.'s model.
 *
 * @param loss the sum over its examples
 * @param downlinkNanos from asking for parameters to having them
 * @param workerNanos computing
 * @param uplinkNanos from the first push to the last byte sent
 * @param serverNanos from there until the push was prepared everywhere
 * @param waitNanos what remains of the step: others, barriers, a regroup
 */
public record StepReport(
    long step,
    double loss,
    int examples,
    long downlinkNanos,
    long workerNanos,
    long uplinkNanos,
    long serverNanos,
    long waitNanos) {}
