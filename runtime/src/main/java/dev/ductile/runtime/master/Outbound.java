package dev.ductile.runtime.master;

import dev.ductile.runtime.protocol.TaskMessage;

/** What the brain does to the world. */
interface Outbound extends Shelving {
  void send(int link, TaskMessage message);

  void cut(int link, String why);

  /** Keeps it before anything is sent that follows from it. */
  void note(JournalEntry entry);

  /**
   * Keeps it, in order, while other things are done; {@link JobCoordinator#noted} hears when it is
   * kept.
   */
  void noteSoon(JournalEntry entry);

  /** The job is over; {@code why} says why. */
  void end(int exitCode, String why);
}
