package dev.ductile.engines.supervision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;

/** The line by which a process says why its job has failed: {@code {"failed": "no data"}}. */
final class FailureLine {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String KEY = "failed";

  private FailureLine() {}

  /** The sentence in it, if it is such a line. */
  static Optional<String> read(String line) {
    String text = line.strip();
    if (!text.startsWith("{") || !text.endsWith("}") || !text.contains(KEY)) {
      return Optional.empty();
    }
    try {
      String why = JSON.readTree(text).path(KEY).asText("").strip();
      return why.isEmpty() ? Optional.empty() : Optional.of(why);
    } catch (JsonProcessingException e) {
      return Optional.empty(); // any program may print braces
    }
  }
}
