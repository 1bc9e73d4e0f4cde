package dev.ductile.journal;

import java.io.IOException;
import java.nio.file.Path;

/** A data folder that another server uses. */
public final class FolderInUseException extends IOException {
  private static final long serialVersionUID = 1L;

  FolderInUseException(Path folder, String process) {
    super(
        "the data folder %s is in use by process %s; stop that server, or choose another folder"
            .formatted(folder, process));
  }
}
