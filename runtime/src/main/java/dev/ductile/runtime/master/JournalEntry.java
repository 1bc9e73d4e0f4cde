package dev.ductile.runtime.master;

import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.Standing;
import dev.ductile.runtime.membership.Table;
import java.util.List;
import java.util.Optional;

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
 * @param data the version of the data that the job learns from
 * @param ending how the job is to end, where that is clear and cannot be found out again
 */
public record JournalEntry(
    int nextTask,
    int generation,
    int resumed,
    boolean restoring,
    long step,
    List<Member> crew,
    Table table,
    List<Standing.Cursor> cursors,
    String data,
    Optional<Ending> ending) {
  static final int AHEAD = 1_000;

  /**
   * The end of a job.
   *
   * @param told whether everybody was told to end, so that nothing is left to be done
   * @param why the sentence that says why it ends
   */
  public record Ending(int exitCode, boolean told, String why) {}

  public JournalEntry {
    crew = List.copyOf(crew);
    cursors = List.copyOf(cursors);
  }

  boolean isOver() {
    return ending.filter(Ending::told).isPresent();
  }
}
