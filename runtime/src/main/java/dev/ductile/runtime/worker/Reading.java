package dev.ductile.runtime.worker;

import dev.ductile.runtime.protocol.Standing.Cursor;
import java.util.List;

/** Which examples a worker computes on. */
sealed interface Reading permits ByStep, ByCursor {
  /** The examples of a step; none, where others have them all. */
  List<Portion> share(long step);

  /** These are safe at every copy, and never read again. */
  void taken(List<Portion> share);

  /** Whether nothing is left for this worker in that step and all later ones. */
  boolean isOver(long step);

  /** How far the splits are, while a share is on its way to the servers. */
  List<Cursor> cursors(List<Portion> onTheWay);
}
