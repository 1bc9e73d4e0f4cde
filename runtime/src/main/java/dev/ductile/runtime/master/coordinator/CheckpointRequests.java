package dev.ductile.runtime.master.coordinator;

import dev.ductile.runtime.master.saving.Checkpoint;
import java.util.Optional;

/** The effects of the coordinator on checkpoints; all of them take time. */
public interface CheckpointRequests {
  /** Completes a checkpoint; {@link JobCoordinator#sealed} is called then. */
  void seal(Checkpoint checkpoint);

  /** Looks for the newest complete checkpoint; {@link JobCoordinator#looked} is called then. */
  void look();

  /**
   * Evaluates a checkpoint by held-out examples; {@link ValidationRequests} is told. Without a
   * checkpoint, only the examples are read.
   */
  void validate(Optional<Checkpoint> checkpoint);
}
