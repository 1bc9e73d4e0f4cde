package dev.ductile.engines.supervision;

import dev.ductile.api.NodeId;

/**
 * The measured use of the processor and of memory by all processes of a task.
 *
 * @param cpus the processors that the task holds on its node
 * @param cpuSeconds its processor time, from its start to its last measurement
 * @param seconds the time from its start to its last measurement
 * @param cores the processors that it kept busy between its last two measurements, on average
 * @param memoryBytes the resident memory of its processes; 0 after its end
 */
public record TaskUse(
    TaskId task,
    NodeId node,
    double cpus,
    double cpuSeconds,
    double seconds,
    double cores,
    long memoryBytes) {}
