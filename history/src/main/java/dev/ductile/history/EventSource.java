package dev.ductile.history;

import dev.ductile.api.Event;
import java.io.IOException;
import java.util.function.Consumer;

/** The events of a journal, wherever it is stored. Reading changes nothing. */
@FunctionalInterface
public interface EventSource {
  /** Reads all events in their order; the journal may grow meanwhile. */
  void read(Consumer<Event> events) throws IOException;
}
