package dev.ductile.runtime.worker;

import dev.ductile.runtime.membership.Standing.Cursor;
import java.util.List;

/** Which examples a worker computes on. */
sealed interface Reading permits ByStep, ByCursor {
  /**
   * By what a push is known again.
   *
   * @param source the worker and the step or, where data are read by cursors, the split and the
   *     position behind the last example
   */
  record Mark(int source, long clock) {}

  /** The examples of a step; none, where others have them all. */
  List<Portion> share(long step);

  /** What marks a push of such a share. */
  Mark mark(long step, List<Portion> share);

  /** These are safe at every copy, and never read again. */
  void taken(List<Portion> share);

  /** Whether nothing is left for this worker in that step and all later ones. */
  boolean isOver(long step);

  /** How far the splits are, while a share is on its way to the servers. */
  List<Cursor> cursors(List<Portion> onTheWay);
}
