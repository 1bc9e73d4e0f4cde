package dev.ductile.server.http;

import java.util.List;

/** The body that a route takes. */
public sealed interface Body {
  /** No body. */
  record None() implements Body {}

  /** A record as JSON. */
  record Document(Class<? extends Record> type, int mostBytes) implements Body {}

  /** Text, such as a job file. */
  record Text(List<String> mediaTypes, int mostBytes) implements Body {
    public Text {
      mediaTypes = List.copyOf(mediaTypes);
    }
  }

  /** The limit of a document that says nothing else. */
  int USUAL_BYTES = 64 * 1024;

  /** The content types of a document. */
  List<String> JSON = List.of("application/json");

  /** The content types of a file in YAML or JSON. */
  List<String> FILE =
      List.of(
          "application/yaml", "application/x-yaml", "text/yaml", "text/plain", "application/json");

  default List<String> accepted() {
    return switch (this) {
      case None none -> List.of();
      case Document document -> JSON;
      case Text text -> text.mediaTypes();
    };
  }

  default int limit() {
    return switch (this) {
      case None none -> 0;
      case Document document -> document.mostBytes();
      case Text text -> text.mostBytes();
    };
  }
}
