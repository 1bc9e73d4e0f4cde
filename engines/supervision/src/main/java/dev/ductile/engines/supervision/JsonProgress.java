package dev.ductile.engines.supervision;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;

/** A JSON object on a line of its own with a number named {@code step}. */
final class JsonProgress implements ProgressFormat {
  private static final JsonFactory JSON = new JsonFactory();

  @Override
  public Optional<ProgressReport> read(String line) {
    String text = line.strip();
    if (!text.startsWith("{") || !text.endsWith("}") || !text.contains("\"step\"")) {
      return Optional.empty();
    }
    try (JsonParser parser = JSON.createParser(text)) {
      return fields(parser);
    } catch (IOException e) {
      // a program may print braces for other purposes
      return Optional.empty();
    }
  }

  private static Optional<ProgressReport> fields(JsonParser parser) throws IOException {
    OptionalDouble step = OptionalDouble.empty();
    OptionalDouble loss = OptionalDouble.empty();
    OptionalDouble checkpoint = OptionalDouble.empty();
    OptionalDouble within = OptionalDouble.empty();
    parser.nextToken();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      switch (name) {
        case "step" -> step = number(parser);
        case "loss" -> loss = number(parser);
        case "checkpoint" -> checkpoint = number(parser);
        case "within" -> within = number(parser);
        default -> parser.skipChildren();
      }
    }
    if (step.isEmpty() || step.getAsDouble() < 0) {
      return Optional.empty();
    }
    return Optional.of(new ProgressReport(step.getAsDouble(), loss, checkpoint, within));
  }

  private static OptionalDouble number(JsonParser parser) throws IOException {
    if (parser.currentToken().isNumeric()) {
      double number = parser.getDoubleValue();
      return Double.isFinite(number) ? OptionalDouble.of(number) : OptionalDouble.empty();
    }
    parser.skipChildren();
    return OptionalDouble.empty();
  }
}
