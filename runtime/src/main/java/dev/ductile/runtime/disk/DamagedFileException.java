package dev.ductile.runtime.disk;

import java.io.IOException;

/**
 * A file is missing, or its bytes are not those that were written: reading it again gives the same
 * result. A failure to read is no damage, because the next try may succeed.
 */
public final class DamagedFileException extends IOException {
  public DamagedFileException(String message) {
    super(message);
  }

  public DamagedFileException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Whether reading failed because of the content, and not because of the disk. */
  public static boolean isDamage(Throwable failure) {
    return failure instanceof DamagedFileException || failure instanceof IllegalArgumentException;
  }
}
