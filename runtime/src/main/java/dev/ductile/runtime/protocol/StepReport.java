package dev.ductile.runtime.protocol;

/**
 * A worker's report of one of its steps; the four times are those of Lin et al.'s model. Of several
 * servers the one that answers last counts.
 *
 * @param loss the sum over its examples
 * @param downlinkNanos from the request for parameters to their arrival, without the time that the
 *     server held the request
 * @param workerNanos finding the examples and rows, and computing
 * @param uplinkNanos from the first push until it was prepared, without the time that the server
 *     reports to have held it; without servers, until all sums have arrived
 * @param serverNanos the time that the server reports to have worked: on the push, and on the
 *     previous step if it was applied for all together; without servers, from the sums until they
 *     are applied
 * @param waitNanos the rest of the step: waiting for other workers, barriers, a reconfiguration
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
