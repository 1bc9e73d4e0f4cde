package dev.ductile.cli.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.server.http.AccessFields;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/** Each record of the log as one JSON object: time, level, event, message and fields. */
final class JsonLines extends Formatter {
  @Override
  public String format(LogRecord log) {
    String level = log.getLevel().getName().toLowerCase(Locale.ROOT);
    ObjectNode line = line(log.getInstant(), level, event(log), formatMessage(log));
    Optional.ofNullable(log.getThrown())
        .ifPresent(cause -> line.put("cause", LogMask.masked(cause.toString())));
    if (AccessFields.LOGGER.equals(log.getLoggerName())) {
      fields(line, Optional.ofNullable(log.getParameters()).map(List::of).orElse(List.of()));
    }
    return line + System.lineSeparator();
  }

  /** A line without further fields. */
  static ObjectNode line(Instant time, String level, String event, String message) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("time", time.toString())
        .put("level", level)
        .put("event", event)
        .put("message", LogMask.masked(message));
  }

  /** The last part of the name of the logger, such as {@code access}. */
  private static String event(LogRecord log) {
    String name = Optional.ofNullable(log.getLoggerName()).orElse("");
    return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }

  private static void fields(ObjectNode line, List<Object> values) {
    for (int i = 0; i < Math.min(values.size(), AccessFields.NAMES.size()); i++) {
      switch (values.get(i)) {
        case Integer number -> line.put(AccessFields.NAMES.get(i), number);
        case Long number -> line.put(AccessFields.NAMES.get(i), number);
        case Object other -> line.put(AccessFields.NAMES.get(i), LogMask.masked(other.toString()));
      }
    }
  }
}
