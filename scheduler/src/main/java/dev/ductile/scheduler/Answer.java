package dev.ductile.scheduler;

import java.time.Instant;

/** What becomes of a command. */
public sealed interface Answer {
  /** The command is in the journal, and holds from this instant on. */
  record Accepted(Instant at) implements Answer {}

  /** The command changed nothing. */
  record Refused(String why) implements Answer {}
}
