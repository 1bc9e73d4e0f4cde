package dev.ductile.runtime.master.coordinator;

import dev.ductile.runtime.master.journal.JournalEntry;
import dev.ductile.runtime.membership.AssignmentTable;
import dev.ductile.runtime.membership.TaskState.Cursor;
import java.util.List;

/**
 * The latest assignment of partitions and splits to tasks. A reconfiguration replaces it as a
 * whole.
 *
 * @param generation the last generation that was announced to any task
 * @param resumed the last generation that has begun to train; 0 for none
 * @param restoring whether parameters are being loaded and no worker has trained with them yet
 * @param table the holders of partitions and splits
 * @param step the next step when the last generation was assigned
 * @param cursors the next position in each split that is read by a cursor
 */
record Assignment(
    int generation,
    int resumed,
    boolean restoring,
    AssignmentTable table,
    long step,
    List<Cursor> cursors) {
  /** The assignment before the first generation. */
  static final Assignment NONE = new Assignment(0, 0, false, AssignmentTable.EMPTY, 0, List.of());

  Assignment {
    cursors = List.copyOf(cursors);
  }

  /** The assignment of a job whose master has ended; its last generations may be unknown. */
  static Assignment after(JournalEntry before) {
    return new Assignment(
        before.generation() + JournalEntry.AHEAD,
        before.resumed(),
        before.restoring(),
        before.table(),
        before.step(),
        before.cursors());
  }

  /** One more generation is announced to tasks. */
  Assignment announced() {
    return new Assignment(generation + 1, resumed, restoring, table, step, cursors);
  }

  /** The generation that was announced is assigned. */
  Assignment assigned(
      AssignmentTable newTable, long newStep, List<Cursor> newCursors, boolean goesBack) {
    return new Assignment(generation, resumed, goesBack, newTable, newStep, newCursors);
  }

  /** The generation that was assigned begins to train. */
  Assignment begun() {
    return new Assignment(generation, generation, false, table, step, cursors);
  }

  /** A task has become a follower of partitions. */
  Assignment followedBy(int task, List<Integer> partitions) {
    return new Assignment(
        generation, resumed, restoring, table.withFollower(task, partitions), step, cursors);
  }
}
