package dev.ductile.runtime.master;

import dev.ductile.runtime.job.TrainingJob;
import java.util.Optional;

/**
 * What a job begins with.
 *
 * @param partitions into how many the parameters are cut; 1 for all-reduce, where each worker has
 *     all of them
 * @param checkpoints the folder in which they lie
 * @param newest the checkpoint to go on from
 * @param before what another master of the same job left behind
 */
public record Setup(
    TrainingJob job,
    int partitions,
    String checkpoints,
    Optional<Checkpoint> newest,
    Optional<JournalEntry> before) {
  public Setup {
    if (partitions < 1) {
      throw new IllegalArgumentException("there are partitions, not " + partitions);
    }
  }

  int splits() {
    return job.data().splits();
  }

  boolean allReduce() {
    return job.size().isAllReduce();
  }

  boolean lockstep() {
    return job.synchrony().kind().isLockstep();
  }

  boolean readsBySteps() {
    return job.readsBySteps();
  }

  /** How many tasks are to hold a partition. */
  int replication() {
    return allReduce() ? Integer.MAX_VALUE : job.size().replication();
  }
}
