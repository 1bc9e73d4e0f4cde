package dev.ductile.history;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;

/** Values for the keys that earlier builds did not write. */
final class AbsentKeys extends BeanDeserializerModifier {
  private static final long serialVersionUID = 1L;

  private final transient Map<Class<?>, Map<String, JsonNode>> values;

  AbsentKeys(Map<Class<?>, Map<String, JsonNode>> values) {
    this.values = values;
  }

  @Override
  public JsonDeserializer<?> modifyDeserializer(
      DeserializationConfig config, BeanDescription type, JsonDeserializer<?> reader) {
    Map<String, JsonNode> absent = values.getOrDefault(type.getBeanClass(), Map.of());
    return absent.isEmpty() ? reader : new Completing(reader, absent);
  }

  /** Adds the absent keys before it reads. */
  private static final class Completing extends DelegatingDeserializer {
    private static final long serialVersionUID = 1L;

    private final transient Map<String, JsonNode> absent;

    Completing(JsonDeserializer<?> reader, Map<String, JsonNode> absent) {
      super(reader);
      this.absent = absent;
    }

    @Override
    protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> reader) {
      return new Completing(reader, absent);
    }

    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      ObjectNode written = parser.readValueAsTree();
      absent.forEach(written::putIfAbsent);
      try (JsonParser complete = written.traverse(parser.getCodec())) {
        complete.nextToken();
        return super.deserialize(complete, context);
      }
    }
  }
}
