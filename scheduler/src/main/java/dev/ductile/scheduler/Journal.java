package dev.ductile.scheduler;

import dev.ductile.api.Event;
import java.util.List;

/** Keeps the events of a cluster, so that a scheduler that starts again knows what happened. */
@FunctionalInterface
public interface Journal {
  /** Keeps nothing: for simulations, which start anew. */
  Journal NONE = events -> {};

  /**
   * Appends events, all of them or none. On return they survive the end of this process; until then
   * none of them is acted upon.
   */
  void append(List<Event> events);
}
