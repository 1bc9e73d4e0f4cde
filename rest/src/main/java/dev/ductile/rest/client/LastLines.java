package dev.ductile.rest.client;

import java.util.Optional;

/** The last lines of a text. */
final class LastLines {
  private LastLines() {}

  /** The last lines; empty if the text has no more lines than that. */
  static Optional<String> of(String text, int lines) {
    int start = text.endsWith("\n") ? text.length() - 1 : text.length();
    for (int i = 0; i < lines && start >= 0; i++) {
      start = text.lastIndexOf('\n', start - 1);
    }
    if (lines == 0) {
      return Optional.of("");
    }
    return start < 0 ? Optional.empty() : Optional.of(text.substring(start + 1));
  }
}
