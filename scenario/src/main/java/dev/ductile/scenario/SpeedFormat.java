package dev.ductile.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Bandwidth;
import dev.ductile.api.Resources;
import dev.ductile.api.SpeedSpec;
import dev.ductile.text.ValueWriter;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** Writes a spec as a group of keys: {@code model}, the model's parameters, and {@code error}. */
public final class SpeedFormat {
  static final String MODEL = "model";
  static final String ERROR = "error";

  private static final ValueWriter WRITER =
      new ValueWriter(
          Map.of(
              Bandwidth.class, link -> number(((Bandwidth) link).bytesPerSecond()),
              Resources.class, amounts -> amounts((Resources) amounts)));

  private SpeedFormat() {}

  /** A group of keys that {@link Catalog#speedSpec} reads as an equal spec. */
  public static ObjectNode written(SpeedSpec spec) {
    ObjectNode keys = JsonNodeFactory.instance.objectNode().put(MODEL, spec.model());
    WRITER.members(spec.parameters()).forEach(keys::set);
    OptionalDouble error = spec.error();
    if (error.isPresent()) {
      keys.put(ERROR, error.getAsDouble());
    }
    removeAbsent(keys);
    return keys;
  }

  private static void removeAbsent(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.properties().removeIf(member -> member.getValue().isNull());
    }
    node.forEach(SpeedFormat::removeAbsent);
  }

  private static JsonNode number(double value) {
    return JsonNodeFactory.instance.numberNode(value);
  }

  private static JsonNode amounts(Resources resources) {
    ObjectNode amounts = JsonNodeFactory.instance.objectNode();
    new TreeMap<>(resources.amounts()).forEach(amounts::put);
    return amounts;
  }
}
