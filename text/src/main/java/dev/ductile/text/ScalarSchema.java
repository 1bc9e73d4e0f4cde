package dev.ductile.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** The schemas of the single values that {@link Scalars} reads. */
public final class ScalarSchema {
  private static final String DURATION =
      "A time such as 250ms, 90s, 5m, 1h30m or 2d; a plain number is in seconds.";
  private static final String INSTANT =
      "A point in time: seconds since 1970, or a date and time of day such as 2026-03-01T12:00:00Z (UTC if no offset is given).";
  private static final String AMOUNT = "^\\s*[0-9]+(\\.[0-9]+)? ?([kKMGTPE]i?)?B?\\s*$";

  private ScalarSchema() {}

  /** The schema of a type that needs no definition. */
  static Optional<ObjectNode> simple(Class<?> type) {
    if (type.isEnum()) {
      return Optional.of(words(type));
    }
    if (type.isArray()) {
      return simple(type.getComponentType()).map(ScalarSchema::listOf);
    }
    return switch (type.getName()) {
      case "int", "long", "java.lang.Integer", "java.lang.Long" -> Optional.of(typed("integer"));
      case "java.util.OptionalInt", "java.util.OptionalLong" -> Optional.of(typed("integer"));
      case "double", "java.lang.Double", "java.util.OptionalDouble" -> Optional.of(typed("number"));
      case "boolean", "java.lang.Boolean" -> Optional.of(typed("boolean"));
      case "java.lang.String", "java.nio.file.Path" -> Optional.of(text());
      case "java.util.Map" -> Optional.of(typed("object"));
      case "com.fasterxml.jackson.databind.JsonNode", "dev.ductile.text.Written" ->
          Optional.of(Schema.object());
      default -> Optional.empty();
    };
  }

  /** The schema of a type that is described once for a document. */
  static Optional<Schema.Shape> of(Class<?> type) {
    return switch (type.getName()) {
      case "java.time.Duration" -> Optional.of(_ -> duration());
      case "java.time.Instant" -> Optional.of(_ -> instant());
      default -> Optional.empty();
    };
  }

  /** Amounts by name, as {@link Scalars#amounts} reads them. */
  public static ObjectNode amounts() {
    ObjectNode amounts = Schema.object().put("type", "object");
    var ways = amounts.putObject("additionalProperties").putArray("oneOf");
    ways.addObject().put("type", "number").put("minimum", 0);
    ways.addObject().put("type", "string").put("pattern", AMOUNT);
    return amounts;
  }

  /** A link, as {@link Scalars#bytesPerSecond} reads it. */
  public static ObjectNode bytesPerSecond() {
    ObjectNode link =
        Schema.object()
            .put(
                "description",
                "A link such as 25Gbps or 3GB/s; a plain number is in bytes per second.");
    var ways = link.putArray("oneOf");
    ways.addObject().put("type", "number");
    ways.addObject().put("type", "string");
    link.putArray("examples").add("25Gbps").add("3GB/s");
    return link;
  }

  private static ObjectNode typed(String type) {
    return Schema.object().put("type", type);
  }

  private static ObjectNode listOf(ObjectNode items) {
    ObjectNode list = typed("array");
    list.set("items", items);
    return list;
  }

  private static ObjectNode text() {
    ObjectNode text = Schema.object();
    text.putArray("type").add("string").add("integer").add("boolean");
    return text;
  }

  /** The words of an enumeration, as {@link Scalars#constant} reads them. */
  public static ObjectNode words(Class<?> type) {
    ObjectNode words = Schema.object();
    var all = words.putArray("enum");
    for (Object constant : type.getEnumConstants()) {
      all.add(Scalars.word(constant));
    }
    return words;
  }

  private static ObjectNode duration() {
    ObjectNode duration = Schema.object().put("description", DURATION);
    var ways = duration.putArray("oneOf");
    ways.addObject().put("type", "number").put("minimum", 0);
    ways.addObject()
        .put("type", "string")
        .put("pattern", "^\\s*([0-9]+(\\.[0-9]+)?(ns|us|ms|s|m|h|d|w)?)+\\s*$");
    duration.putArray("examples").add("90s").add("1h30m");
    return duration;
  }

  private static ObjectNode instant() {
    ObjectNode instant = Schema.object().put("description", INSTANT);
    var ways = instant.putArray("oneOf");
    ways.addObject().put("type", "number").put("minimum", 0);
    ways.addObject().put("type", "string");
    instant.putArray("examples").add("2026-03-01T12:00:00Z");
    return instant;
  }
}
