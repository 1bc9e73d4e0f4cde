package dev.ductile.runtime.master.coordinator;

import dev.ductile.runtime.master.journal.JournalEntry;
import dev.ductile.runtime.protocol.TaskMessage;

/** The effects of the coordinator: messages, links, the journal and the end of the job. */
public interface Outbound extends CheckpointRequests {
  void send(int link, TaskMessage message);

  void cut(int link, String why);

  /** Writes the entry before any message is sent that follows from it. */
  void note(JournalEntry entry);

  /**
   * Writes the entry in the background, in order; {@link JobCoordinator#noted} is called when it is
   * on the disk.
   */
  void noteSoon(JournalEntry entry);

  /** Ends the job with a reason. */
  void end(int exitCode, String why);
}
