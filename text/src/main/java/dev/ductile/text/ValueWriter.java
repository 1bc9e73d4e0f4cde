package dev.ductile.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Writes values as a person would write them.
 *
 * @param forms how values of these types are written; others by their components or their text
 */
public record ValueWriter(Map<Class<?>, Function<Object, JsonNode>> forms) {
  static final ValueWriter PLAIN = new ValueWriter(Map.of());

  public ValueWriter {
    forms = Map.copyOf(forms);
  }

  /** The values of a record by their keys; null for an absent optional value. */
  public Map<String, JsonNode> members(Record record) {
    var written = new LinkedHashMap<String, JsonNode>();
    for (Layout.Part part : Binder.layout(record.getClass()).parts()) {
      if (part.inline()) {
        written.putAll(members((Record) part.of(record)));
      } else {
        written.put(part.name(), value(part.of(record)));
      }
    }
    return written;
  }

  private JsonNode value(Object value) {
    Function<Object, JsonNode> form = forms.get(value.getClass());
    if (form != null) {
      return form.apply(value);
    }
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    return switch (value) {
      case Enum<?> constant -> nodes.textNode(Scalars.word(constant));
      case Duration duration -> nodes.textNode(Quantity.text(duration));
      case Boolean truth -> nodes.booleanNode(truth);
      case Integer number -> nodes.numberNode(number);
      case Long number -> nodes.numberNode(number);
      case Double number -> number(number);
      case List<?> list -> nodes.arrayNode().addAll(list.stream().map(this::value).toList());
      case Optional<?> optional -> optional.map(this::value).orElse(nodes.nullNode());
      case OptionalInt number when number.isPresent() -> value(number.getAsInt());
      case OptionalLong number when number.isPresent() -> value(number.getAsLong());
      case OptionalDouble number when number.isPresent() -> value(number.getAsDouble());
      case OptionalInt _, OptionalLong _, OptionalDouble _ -> nodes.nullNode();
      case Record record -> {
        var object = nodes.objectNode();
        members(record).forEach(object::set);
        yield object;
      }
      case String text -> nodes.textNode(text);
      case Path path -> nodes.textNode(path.toString());
      case Instant instant -> nodes.textNode(instant.toString());
      default ->
          throw new IllegalArgumentException(
              "there is no way to write %s, a %s".formatted(value, value.getClass().getName()));
    };
  }

  private static JsonNode number(double number) {
    boolean whole = Double.compare((double) (long) number, number) == 0 && Math.abs(number) < 1e15;
    return whole
        ? JsonNodeFactory.instance.numberNode((long) number)
        : JsonNodeFactory.instance.numberNode(number);
  }
}
