package dev.ductile.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/** The scalar types of the records of the interface. */
enum Scalar {
  TEXT("string", "text"),
  TIME("string", "a time such as 2026-05-01T12:00:00Z"),
  INT("integer", "a whole number of 32 bits"),
  LONG("integer", "a whole number"),
  NUMBER("number", "a number"),
  FLAG("boolean", "true or false");

  private final String jsonType;
  private final String expected;

  Scalar(String jsonType, String expected) {
    this.jsonType = jsonType;
    this.expected = expected;
  }

  static Scalar of(Class<?> type) {
    return switch (type.getSimpleName()) {
      case "String" -> TEXT;
      case "Instant" -> TIME;
      case "int", "Integer" -> INT;
      case "long", "Long" -> LONG;
      case "double", "Double" -> NUMBER;
      case "boolean", "Boolean" -> FLAG;
      default -> throw new IllegalArgumentException("no JSON form for " + type);
    };
  }

  String jsonType() {
    return jsonType;
  }

  String expected() {
    return expected;
  }

  boolean accepts(JsonNode value) {
    return switch (this) {
      case TEXT -> value.isTextual();
      case TIME -> value.isTextual() && isTime(value.textValue());
      case INT -> value.isIntegralNumber() && value.canConvertToInt();
      case LONG -> value.isIntegralNumber() && value.canConvertToLong();
      case NUMBER -> value.isNumber() && Double.isFinite(value.doubleValue());
      case FLAG -> value.isBoolean();
    };
  }

  private static boolean isTime(String text) {
    try {
      return Instant.parse(text) != null;
    } catch (DateTimeParseException e) {
      return false;
    }
  }
}
