package dev.ductile.server.http;

import java.util.List;
import java.util.function.Supplier;

/** The answer of a handler. */
public sealed interface Reply {
  /** A record as JSON. */
  record Json(int status, Object document) implements Reply {}

  /** Text. */
  record Text(String mediaType, String text) implements Reply {}

  /**
   * A stream of events.
   *
   * @param first the state at the start; asked for after the subscription, so that no change is
   *     missed
   */
  record Stream(Events events, Supplier<List<EventData>> first) implements Reply {}

  /** No text. */
  record Empty() implements Reply {}

  static Reply json(Object document) {
    return new Json(200, document);
  }

  static Reply created(Object document) {
    return new Json(201, document);
  }

  static Reply accepted(Object document) {
    return new Json(202, document);
  }
}
