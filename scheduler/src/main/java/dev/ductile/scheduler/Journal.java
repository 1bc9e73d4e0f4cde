package dev.ductile.scheduler;

import dev.ductile.api.Event;
import java.util.List;

/** Stores the events of a cluster durably, so that a restarted scheduler knows its state. */
@FunctionalInterface
public interface Journal {
  /** Stores nothing: for simulations. */
  Journal NONE = events -> {};

  /**
   * Appends events, all of them or none. On return they survive the end of this process. The
   * scheduler acts on no event before that.
   */
  void append(List<Event> events);
}
