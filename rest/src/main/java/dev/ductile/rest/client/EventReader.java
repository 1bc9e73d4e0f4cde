package dev.ductile.rest.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.Optional;

/** Reads server-sent events, as the HTML standard describes them. */
final class EventReader {
  private static final int LONGEST_EVENT = 16 << 20;

  private final Reader text;
  private String id;

  /**
   * @param id of the last event before these
   */
  EventReader(Reader text, String id) {
    this.text = new BufferedReader(text);
    this.id = id;
  }

  /** The next event, or an event without data for a comment; empty at the end. */
  Optional<ServerEvent> next() throws IOException {
    String name = "message";
    var data = new StringBuilder();
    for (Optional<String> line = line(); line.isPresent(); line = line()) {
      String written = line.get();
      if (written.isEmpty()) {
        return Optional.of(new ServerEvent(name, id, data.toString()));
      }
      int colon = written.indexOf(':');
      String value = colon < 0 ? "" : written.substring(colon + 1).replaceFirst("^ ", "");
      switch (colon < 0 ? written : written.substring(0, colon)) {
        case "event" -> name = value;
        case "id" -> id = value;
        case "data" -> append(data, value);
        default -> {} // a comment, or the pause before a new connection
      }
    }
    return Optional.empty();
  }

  private static void append(StringBuilder data, String line) throws IOException {
    if (data.length() + line.length() > LONGEST_EVENT) {
      throw tooLong();
    }
    data.append(data.isEmpty() ? "" : "\n").append(line);
  }

  private Optional<String> line() throws IOException {
    var line = new StringBuilder();
    for (int c = text.read(); c >= 0; c = text.read()) {
      if (c == '\n') {
        return Optional.of(line.toString());
      }
      if (line.length() == LONGEST_EVENT) {
        throw tooLong();
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return Optional.empty();
  }

  private static IOException tooLong() {
    return new IOException("an event has more than %d characters".formatted(LONGEST_EVENT));
  }
}
