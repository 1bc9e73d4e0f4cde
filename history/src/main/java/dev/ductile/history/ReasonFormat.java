package dev.ductile.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Allocation;
import dev.ductile.api.Reason;
import dev.ductile.api.Size;
import dev.ductile.text.PlainValue;
import java.util.Map;

/** The named values of reasons as JSON: {@code {"need": {"gpu": 4}, "ahead": 3}}. */
public final class ReasonFormat {
  private ReasonFormat() {}

  public static ObjectNode values(Reason reason) {
    return object(reason.values());
  }

  private static ObjectNode object(Map<?, ?> values) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    values.forEach((name, value) -> object.set(name.toString(), node(value)));
    return object;
  }

  private static JsonNode node(Object value) {
    return switch (value) {
      case Map<?, ?> group -> object(group);
      case Size size -> size(size);
      case Allocation allocation -> allocation(allocation);
      case Number number -> PlainValue.node(number.doubleValue());
      default -> JsonNodeFactory.instance.textNode(value.toString());
    };
  }

  private static ObjectNode allocation(Allocation allocation) {
    ObjectNode nodes = JsonNodeFactory.instance.objectNode();
    allocation.shares().forEach(share -> nodes.set(share.node().name(), size(share.size())));
    return nodes;
  }

  private static ObjectNode size(Size size) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("workers", size.workers())
        .put("servers", size.servers());
  }
}
