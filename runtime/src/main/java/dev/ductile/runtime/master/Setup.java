package dev.ductile.runtime.master;

import dev.ductile.runtime.job.TrainingJob;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * What a job begins with.
 *
 * @param sizes how many floats each partition of the parameters has; all-reduce has one, for there
 *     each worker has all parameters
 * @param checkpoints the folder in which they lie
 * @param newest the checkpoint to go on from
 * @param before what another master of the same job left behind
 */
public record Setup(
    TrainingJob job,
    List<Long> sizes,
    String checkpoints,
    Optional<Checkpoint> newest,
    Optional<JournalEntry> before) {
  public Setup {
    if (sizes.isEmpty()) {
      throw new IllegalArgumentException("a job has at least one partition");
    }
    sizes = List.copyOf(sizes);
  }

  /** With partitions of one size. */
  public Setup(
      TrainingJob job,
      int partitions,
      String checkpoints,
      Optional<Checkpoint> newest,
      Optional<JournalEntry> before) {
    this(job, Collections.nCopies(partitions, 1L), checkpoints, newest, before);
  }

  int partitions() {
    return sizes.size();
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
