package dev.ductile.runtime.job;

/**
 * All that a person says about a training job; the same for every process of it.
 *
 * @param seed of all chance in it: first numbers, order of examples, generated data
 */
public record TrainingJob(
    String name,
    ModelSpec model,
    DataSpec data,
    OptimizerSpec optimizer,
    Synchrony synchrony,
    BatchSpec batch,
    StopRule stop,
    SizeSpec size,
    CheckpointSpec checkpoint,
    FaultSpec faults,
    long seed) {}
