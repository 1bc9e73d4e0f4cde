package dev.ductile.runtime.master;

import java.io.IOException;
import java.util.Optional;

/** Where checkpoints lie; it may block. */
public interface Shelf {
  /** Makes a checkpoint that is whole the newest, and forgets those too old to be kept. */
  void seal(Checkpoint checkpoint) throws IOException;

  /** The newest checkpoint that is whole. */
  Optional<Checkpoint> newest() throws IOException;
}
