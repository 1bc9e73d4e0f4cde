package dev.ductile.runtime.master.journal;

import dev.ductile.runtime.membership.AssignmentTable;
import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.TaskState;
import java.util.List;
import java.util.Optional;

/**
 * The state that a restarted master needs.
 *
 * @param nextTask the number of the next new task
 * @param generation the last generation when this was written; no task has seen one above this plus
 *     {@link #AHEAD}
 * @param resumed the last generation that has begun to train
 * @param restoring whether parameters were being loaded and no worker had trained with them yet
 * @param step the next step at that time
 * @param members the members
 * @param table the holders of partitions and splits
 * @param cursors the next position in each split that was read by a cursor
 * @param data the version of the job's data
 * @param ending the end of the job, if it is certain and cannot be found out again
 */
public record JournalEntry(
    int nextTask,
    int generation,
    int resumed,
    boolean restoring,
    long step,
    List<Member> members,
    AssignmentTable table,
    List<TaskState.Cursor> cursors,
    String data,
    Optional<Ending> ending) {
  public static final int AHEAD = 1_000;

  /**
   * The end of a job.
   *
   * @param told whether all tasks were asked to end, so that nothing is left to do
   * @param why the reason, as a sentence
   */
  public record Ending(int exitCode, boolean told, String why) {}

  public JournalEntry {
    members = List.copyOf(members);
    cursors = List.copyOf(cursors);
  }

  public boolean isOver() {
    return ending.filter(Ending::told).isPresent();
  }
}
