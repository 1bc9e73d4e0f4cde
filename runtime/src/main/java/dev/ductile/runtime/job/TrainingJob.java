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
    long seed) {
  /**
   * Whether a batch is found from the number of the step alone; otherwise each split is read by a
   * cursor of its own.
   */
  public boolean readsBySteps() {
    return synchrony.kind() == Synchrony.Kind.BSP && !batch.perWorker();
  }
}
