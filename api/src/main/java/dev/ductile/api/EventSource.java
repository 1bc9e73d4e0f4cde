package dev.ductile.api;

import java.util.List;

/** Where events come from. */
@FunctionalInterface
public interface EventSource {
  /** What has happened since the last call, in order; never waits. */
  List<Event> poll();
}
