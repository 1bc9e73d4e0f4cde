package dev.ductile.runtime.master;

import java.util.Optional;

/** What the brain does to checkpoints; all of it takes its time. */
interface Shelving {
  /** Makes a checkpoint complete; {@link JobCoordinator#sealed} is told. */
  void seal(Checkpoint checkpoint);

  /** Looks for the newest checkpoint that is whole; {@link JobCoordinator#looked} is told. */
  void look();

  /**
   * Evaluates a checkpoint by held-out examples; {@link Validating} is told. Where there is none,
   * the examples are read.
   */
  void validate(Optional<Checkpoint> checkpoint);
}
