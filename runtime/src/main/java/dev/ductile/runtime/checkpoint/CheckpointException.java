package dev.ductile.runtime.checkpoint;

import java.io.IOException;

/**
 * A job cannot resume from the checkpoints in its folder, and must not start again unless the user
 * asks for it: the message says what to do.
 */
public sealed class CheckpointException extends IOException {
  CheckpointException(String message) {
    super(message);
  }

  /** No checkpoint of the folder is undamaged, though there was one. */
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
