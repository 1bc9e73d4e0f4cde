package dev.ductile.scheduler;

import dev.ductile.api.Command;
import dev.ductile.api.JobId;

/** A command with its answer, which is sent when the command is in the journal. */
record AnsweredCommand(Inbox.PendingCommand pending, CommandAnswer answer) {
  /** Answers the sender; false if the sender waits no longer. */
  boolean send() {
    return pending.send(answer);
  }

  /** Whether the command has added a job. */
  boolean isSubmission() {
    return pending.command() instanceof Command.Submit && answer instanceof CommandAnswer.Accepted;
  }

  /** The job of a submission. */
  JobId job() {
    return ((Command.Submit) pending.command()).job();
  }
}
