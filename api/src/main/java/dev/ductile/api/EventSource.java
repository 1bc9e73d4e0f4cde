package dev.ductile.api;

import java.util.List;

/** A source of events. */
@FunctionalInterface
public interface EventSource {
  /** The events since the last call, in order; never waits. */
  List<Event> poll();
}
