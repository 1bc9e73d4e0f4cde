package dev.ductile.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Bandwidth;
import dev.ductile.api.Resources;
import dev.ductile.api.SpeedSpec;
import dev.ductile.text.PlainValue;
import dev.ductile.text.ValueWriter;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;

/** Writes a spec as a group of keys: {@code model}, the model's parameters, and {@code error}. */
public final class SpeedFormat {
  static final String MODEL = "model";
  static final String ERROR = "error";

  private static final ValueWriter WRITER =
      writer(link -> JsonNodeFactory.instance.numberNode(link.bytesPerSecond()));

  private static final ValueWriter FOR_PEOPLE =
      writer(link -> JsonNodeFactory.instance.textNode(bitsPerSecond(link)));

  private SpeedFormat() {}

  /** A group of keys that {@link Catalog#speedSpec} reads as an equal spec. */
  public static ObjectNode written(SpeedSpec spec) {
    return written(spec, WRITER);
  }

  /** The same for people: links have the unit that their users write. */
  static ObjectNode readable(SpeedSpec spec) {
    return written(spec, FOR_PEOPLE);
  }

  private static ObjectNode written(SpeedSpec spec, ValueWriter writer) {
    ObjectNode keys = JsonNodeFactory.instance.objectNode().put(MODEL, spec.model());
    writer.members(spec.parameters()).forEach(keys::set);
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

  private static ValueWriter writer(Function<Bandwidth, JsonNode> link) {
    return new ValueWriter(
        Map.of(
            Bandwidth.class, value -> link.apply((Bandwidth) value),
            Resources.class, amounts -> amounts((Resources) amounts)));
  }

  private static String bitsPerSecond(Bandwidth link) {
    double megabits = link.bytesPerSecond() * 8 / 1e6;
    return megabits < 1000
        ? PlainValue.text(megabits) + "Mbps"
        : PlainValue.text(megabits / 1000) + "Gbps";
  }

  private static JsonNode amounts(Resources resources) {
    ObjectNode amounts = JsonNodeFactory.instance.objectNode();
    new TreeMap<>(resources.amounts()).forEach(amounts::put);
    return amounts;
  }
}
