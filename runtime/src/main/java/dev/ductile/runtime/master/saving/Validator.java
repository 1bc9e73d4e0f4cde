package dev.ductile.runtime.master.saving;

import java.io.IOException;
import java.util.Optional;

/** Evaluates checkpoints by held-out examples; it may block. */
@FunctionalInterface
public interface Validator {
  /**
   * Evaluates a checkpoint; the first call reads the held-out examples.
   *
   * @param checkpoint empty to read the examples only, so that mistakes in them show early
   * @throws dev.ductile.runtime.data.MalformedDataException if the examples are malformed: the job
   *     fails for good
   * @throws IOException if this checkpoint cannot be evaluated
   */
  Optional<Validation> validate(Optional<Checkpoint> checkpoint) throws IOException;
}
