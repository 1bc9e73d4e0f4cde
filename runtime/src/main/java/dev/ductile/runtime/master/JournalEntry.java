package dev.ductile.runtime.master;

import dev.ductile.runtime.protocol.Member;
import dev.ductile.runtime.protocol.Standing;
import dev.ductile.runtime.protocol.Table;
import java.util.List;

/**
 * What a master that comes back has to know.
 *
 * @param nextTask the number that the next new task gets
 * @param generation none above this one plus {@link #AHEAD} has been named to anybody
 * @param resumed the last one that has begun to train
 * @param restoring whether numbers were being loaded that nobody has gone on from
 * @param step the step that came next then
 * @param crew who was there
 * @param table who held what
 * @param cursors where splits went on that are read by cursors
 */
public record JournalEntry(
    int nextTask,
    int generation,
    int resumed,
    boolean restoring,
    long step,
    List<Member> crew,
    Table table,
    List<Standing.Cursor> cursors) {
  static final int AHEAD = 1_000;

  public JournalEntry {
    crew = List.copyOf(crew);
    cursors = List.copyOf(cursors);
  }
}
