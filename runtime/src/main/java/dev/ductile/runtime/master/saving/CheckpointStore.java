package dev.ductile.runtime.master.saving;

import java.io.IOException;
import java.util.Optional;

/** Storage of checkpoints; its calls may block. */
public interface CheckpointStore {
  /** Makes a complete checkpoint the newest, and deletes checkpoints too old to be kept. */
  void seal(Checkpoint checkpoint) throws IOException;

  /** The newest complete checkpoint. */
  Optional<Checkpoint> newest() throws IOException;
}
