package dev.ductile.runtime.protocol;

/**
 * What a worker tells of one of its steps; the four times are those of Lin et al.'s model. Of
 * several servers the one that answers last counts.
 *
 * @param loss the sum over its examples
 * @param downlinkNanos from asking for parameters to having them, without what the server held them
 *     back
 * @param workerNanos finding out what it needs, and computing
 * @param uplinkNanos from the first push until it was prepared, without what the server says it had
 *     it; without servers, until all sums are there
 * @param serverNanos what the server says it worked: the push, and the step before where it was
 *     applied for all together; without servers, from the sums until they are applied
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
