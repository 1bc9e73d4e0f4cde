package dev.ductile.server.cluster;

import dev.ductile.api.Event;
import dev.ductile.scheduler.Journal;
import java.util.function.Consumer;

/** A journal whose events can be read again. */
public interface ServiceJournal extends Journal {
  /** Shows all events of the journal in their order; called before the first append. */
  void replay(Consumer<Event> events);
}
