package dev.ductile.runtime.worker;

import dev.ductile.runtime.membership.TaskState.Cursor;
import java.util.List;

/** The choice of examples on which a worker computes. */
sealed interface Reading permits ByStep, ByCursor {
  /**
   * Identifies a push.
   *
   * @param source the worker and the step or, if data are read by cursors, the split and the
   *     position behind the last example
   */
  record Mark(int source, long clock) {}

  /** This worker's examples of a step; none if other workers have them all. */
  List<Portion> share(long step);

  /** The mark of a push of this share. */
  Mark mark(long step, List<Portion> share);

  /** The examples of this share are safe at every replica, and never read again. */
  void taken(List<Portion> share);

  /** Whether nothing is left for this worker in that step and all later ones. */
  boolean isOver(long step);

  /** The positions in the splits while a share is on its way to the servers. */
  List<Cursor> cursors(List<Portion> onTheWay);
}
