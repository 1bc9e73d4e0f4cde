package dev.ductile.server.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.regex.Pattern;

/** The type of a parameter, with its limits. */
public sealed interface ParameterType {
  /** Reads a value. Throws an IllegalArgumentException that says which values are valid. */
  Object read(String text);

  /** Its JSON schema. */
  ObjectNode schema();

  /** A name that can be a part of a path. */
  record Name(int most) implements ParameterType {
    private static final String FORM = "[A-Za-z0-9_][A-Za-z0-9._@:+-]*";
    private static final Pattern PATTERN = Pattern.compile(FORM);

    @Override
    public Object read(String text) {
      require(
          text.length() <= most && PATTERN.matcher(text).matches(),
          "letters, digits and . _ @ : + -, at most " + most);
      return text;
    }

    @Override
    public ObjectNode schema() {
      return node("string").put("pattern", "^" + FORM + "$").put("maxLength", most);
    }
  }

  /** Any text without control characters. */
  record Text(int most) implements ParameterType {
    @Override
    public Object read(String text) {
      require(
          text.length() <= most && text.chars().noneMatch(Character::isISOControl),
          "text without control characters, at most " + most);
      return text;
    }

    @Override
    public ObjectNode schema() {
      return node("string").put("maxLength", most);
    }
  }

  /** A whole number. */
  record Whole(long least, long most) implements ParameterType {
    @Override
    public Object read(String text) {
      try {
        long value = Long.parseLong(text);
        require(value >= least && value <= most, range());
        return value;
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(range(), e);
      }
    }

    @Override
    public ObjectNode schema() {
      return node("integer").put("minimum", least).put("maximum", most);
    }

    private String range() {
      return "a whole number from %d to %d".formatted(least, most);
    }
  }

  /** True or false. */
  record Flag() implements ParameterType {
    @Override
    public Object read(String text) {
      require(text.equals("true") || text.equals("false"), "true or false");
      return text.equals("true");
    }

    @Override
    public ObjectNode schema() {
      return node("boolean");
    }
  }

  /** One of some words. */
  record Choice(List<String> words) implements ParameterType {
    public Choice {
      words = List.copyOf(words);
    }

    @Override
    public Object read(String text) {
      require(words.contains(text), "one of " + String.join(", ", words));
      return text;
    }

    @Override
    public ObjectNode schema() {
      ObjectNode schema = node("string");
      words.forEach(schema.putArray("enum")::add);
      return schema;
    }
  }

  /** An instant. */
  record Time() implements ParameterType {
    @Override
    public Object read(String text) {
      try {
        return Instant.parse(text);
      } catch (DateTimeParseException e) {
        throw new IllegalArgumentException("a time such as 2026-05-01T12:00:00Z", e);
      }
    }

    @Override
    public ObjectNode schema() {
      return node("string").put("format", "date-time");
    }
  }

  private static void require(boolean condition, String expected) {
    if (!condition) {
      throw new IllegalArgumentException(expected);
    }
  }

  private static ObjectNode node(String type) {
    return JsonNodeFactory.instance.objectNode().put("type", type);
  }
}
