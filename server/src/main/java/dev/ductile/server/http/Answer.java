package dev.ductile.server.http;

import java.util.Map;

/** The form of the answers of a route. */
public sealed interface Answer {
  /** A record as JSON. */
  record Document(Class<? extends Record> type) implements Answer {}

  /** One of two records as JSON, such as for a dry run. */
  record Either(Class<? extends Record> first, Class<? extends Record> second) implements Answer {}

  /** A part of a list of records. */
  record Page(Class<? extends Record> item) implements Answer {}

  /** JSON that no record describes. */
  record AnyJson() implements Answer {}

  /** Text of this content type. */
  record Text(String mediaType) implements Answer {}

  /** Server-sent events: the record of each event name. */
  record Events(Map<String, Class<? extends Record>> records) implements Answer {
    public Events {
      records = Map.copyOf(records);
    }
  }

  /** No text. */
  record Nothing() implements Answer {}
}
