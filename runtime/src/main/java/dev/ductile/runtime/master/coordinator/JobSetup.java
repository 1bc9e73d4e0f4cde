package dev.ductile.runtime.master.coordinator;

import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.master.journal.JournalEntry;
import dev.ductile.runtime.master.saving.Checkpoint;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The state with which a master begins a job.
 *
 * @param sizes the number of floats of each partition of the parameters; all-reduce has one
 *     partition, because each worker has all parameters
 * @param checkpoints the folder of the checkpoints
 * @param newest the checkpoint to resume from
 * @param before the journal entry of another master of the same job
 */
public record JobSetup(
    TrainingJob job,
    List<Long> sizes,
    String checkpoints,
    Optional<Checkpoint> newest,
    Optional<JournalEntry> before) {
  public JobSetup {
    if (sizes.isEmpty()) {
      throw new IllegalArgumentException("a job has at least one partition");
    }
    sizes = List.copyOf(sizes);
  }

  /** A job whose partitions have one size. */
  public JobSetup(
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

  /** The number of replicas of a partition. */
  int replication() {
    return allReduce() ? Integer.MAX_VALUE : job.size().replication();
  }
}
