package dev.ductile.history;

import java.io.IOException;
import java.nio.file.Path;

/** A journal that another process, or this one, has open. */
public final class JournalInUseException extends IOException {
  private static final long serialVersionUID = 1L;

  /** The journal in this file. */
  public JournalInUseException(Path file) {
    super("%s is in use by another process".formatted(file));
  }
}
