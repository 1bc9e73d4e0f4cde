package dev.ductile.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A setting of a policy for people.
 *
 * @param values its values: words, or the type and the range of a number or a time
 */
record PolicySettingText(String values, String meaning) {
  /** The range at the end of a description, such as (at least 1). */
  private static final Pattern RANGE =
      Pattern.compile(" \\(((?:rising|at least|at most|above|below|[\\d.]+ to )[^()]*)\\)\\.?$");

  /** Reads a part of a schema. */
  static PolicySettingText of(JsonNode described) {
    String description = described.path("description").asText();
    Matcher range = RANGE.matcher(description);
    boolean hasRange = range.find();
    String meaning = hasRange ? description.substring(0, range.start()) : description;
    String type = type(described);
    return new PolicySettingText(
        hasRange ? "%s, %s".formatted(type, range.group(1)) : type,
        meaning.replaceFirst("\\.$", ""));
  }

  private static String type(JsonNode described) {
    if (described.has("enum")) {
      var words = new ArrayList<String>();
      described.path("enum").forEach(word -> words.add(word.asText()));
      return String.join(", ", words);
    }
    if (described.path("$ref").asText().endsWith("/duration")) {
      return "a time";
    }
    return switch (described.path("type").asText()) {
      case "boolean" -> "true, false";
      case "integer" -> "a whole number";
      case "number" -> "a number";
      case "array" -> "a list";
      default -> "text";
    };
  }

  /** A default as a command line has it. */
  static String value(JsonNode value) {
    if (value.isNull()) {
      return "none";
    }
    if (value.isArray()) {
      List<String> parts = value.valueStream().map(PolicySettingText::value).toList();
      return parts.stream().collect(Collectors.joining(", ", "[", "]"));
    }
    return value.isTextual() ? value.textValue() : value.toString();
  }
}
