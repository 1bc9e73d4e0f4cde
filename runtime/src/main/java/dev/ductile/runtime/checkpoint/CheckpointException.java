package dev.ductile.runtime.checkpoint;

import java.io.IOException;

/**
 * A job cannot go on from the checkpoints in its folder, and must not begin anew without being told
 * to: the message is what a person reads, with what to do.
 */
public sealed class CheckpointException extends IOException {
  CheckpointException(String message) {
    super(message);
  }

  /** No checkpoint of the folder is whole, though there was one. */
  public static final class Damaged extends CheckpointException {
    Damaged(String message) {
      super(message);
    }
  }

  /** The checkpoint is of another job, of other data or of another version of the program. */
  public static final class Foreign extends CheckpointException {
    public Foreign(String message) {
      super(message);
    }
  }
}
