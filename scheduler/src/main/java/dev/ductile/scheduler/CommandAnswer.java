package dev.ductile.scheduler;

import java.time.Instant;

/** The scheduler's answer to a command. */
public sealed interface CommandAnswer {
  /** The command is in the journal and applies from this instant on. */
  record Accepted(Instant at) implements CommandAnswer {}

  /**
   * The command changed nothing.
   *
   * @param mayPass whether the same command may be accepted later, as after an outage
   */
  record Refused(String why, boolean mayPass) implements CommandAnswer {
    public Refused(String why) {
      this(why, false);
    }

    /** The refusal of a command that a failed scheduler cannot carry out. */
    static Refused becauseOf(Throwable failure) {
      return new Refused("the scheduler has failed: " + PolicyFailure.text(failure));
    }
  }
}
