package dev.ductile.journal;

import java.io.IOException;
import java.nio.file.Path;

/** A data folder that another server uses. */
public final class FolderInUseException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String use;

  FolderInUseException(Path folder, String process) {
    this("the data folder %s is in use by process %s".formatted(folder, process));
  }

  private FolderInUseException(String use) {
    super(use + "; stop that server, or choose another folder");
    this.use = use;
  }

  /** The sentence of a server that waits for the folder. */
  String waiting() {
    return use + "; this server takes over when it ends";
  }
}
