package dev.ductile.server.reload;

import dev.ductile.rest.Reloaded;
import java.util.List;

/** The outcome of reading the server file again. */
public sealed interface ReloadOutcome {
  /** The new values apply. */
  record Done(Reloaded answer) implements ReloadOutcome {}

  /** The file has mistakes, and nothing has changed. */
  record Wrong(List<String> mistakes) implements ReloadOutcome {
    public Wrong {
      mistakes = List.copyOf(mistakes);
    }
  }

  /** The file could not be applied. */
  record Refused(String why) implements ReloadOutcome {}
}
