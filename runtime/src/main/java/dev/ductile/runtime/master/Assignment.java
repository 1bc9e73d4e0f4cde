package dev.ductile.runtime.master;

import dev.ductile.runtime.membership.Standing.Cursor;
import dev.ductile.runtime.membership.Table;
import java.util.List;

/**
 * What tasks were assigned last. A reconfiguration replaces it as a whole.
 *
 * @param generation the last generation that any task was told of
 * @param resumed the last generation that has begun to train; 0 for none
 * @param restoring whether parameters are being loaded that no worker has gone on from
 * @param table the holders of partitions and splits
 * @param step the step that came next when the last generation was assigned
 * @param cursors where splits go on that are read by cursors
 */
record Assignment(
    int generation, int resumed, boolean restoring, Table table, long step, List<Cursor> cursors) {
  /** Before the first generation. */
  static final Assignment NONE = new Assignment(0, 0, false, Table.EMPTY, 0, List.of());

  Assignment {
    cursors = List.copyOf(cursors);
  }

  /** The job of a master that ended; its last generations may never be known. */
  static Assignment after(JournalEntry before) {
    return new Assignment(
        before.generation() + JournalEntry.AHEAD,
        before.resumed(),
        before.restoring(),
        before.table(),
        before.step(),
        before.cursors());
  }

  /** Tasks are told of one more generation. */
  Assignment announced() {
    return new Assignment(generation + 1, resumed, restoring, table, step, cursors);
  }

  /** The generation that was announced is assigned. */
  Assignment assigned(Table newTable, long newStep, List<Cursor> newCursors, boolean goesBack) {
    return new Assignment(generation, resumed, goesBack, newTable, newStep, newCursors);
  }

  /** The generation that was assigned begins to train. */
  Assignment begun() {
    return new Assignment(generation, generation, false, table, step, cursors);
  }

  /** A task has come to follow partitions. */
  Assignment followedBy(int task, List<Integer> partitions) {
    return new Assignment(
        generation, resumed, restoring, table.withFollower(task, partitions), step, cursors);
  }
}
