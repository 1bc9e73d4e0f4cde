package dev.ductile.runtime.simulation;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * How a simulated job ended.
 *
 * @param faults how often the job failed and was begun again
 * @param failures the failed checks
 * @param repeats after how many reconfigurations a push had to be repeated that only some
 *     partitions had taken; its gradient is then of later parameters
 * @param pauses how many pauses were held against the true ones
 * @param losses of the steps, as the masters reported them last
 * @param refusals how often its checkpoints were refused, because bits of them had flipped
 */
record JobEnd(
    OptionalInt code,
    int faults,
    List<String> failures,
    int repeats,
    int pauses,
    Map<Long, Double> losses,
    int refusals,
    Trace trace,
    Path checkpoints) {}
