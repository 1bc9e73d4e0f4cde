package dev.ductile.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The JSON schemas of the records of the interface, by their names. */
final class Schemas {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Map<String, ObjectNode> byName = new TreeMap<>();

  /** A reference to the schema of a record. */
  ObjectNode of(Class<? extends Record> type) {
    return record(type, type.getSimpleName(), Map.of());
  }

  /** A reference to the schema of a generic record with one argument. */
  ObjectNode of(Class<? extends Record> type, Class<?> argument) {
    String name = argument.getSimpleName() + type.getSimpleName();
    return record(type, name, Map.of(type.getTypeParameters()[0].getName(), argument));
  }

  /** All schemas that were asked for, and those that they use. */
  ObjectNode all() {
    ObjectNode all = NODES.objectNode();
    byName.forEach(all::set);
    return all;
  }

  private ObjectNode record(Class<?> type, String name, Map<String, Class<?>> arguments) {
    if (!byName.containsKey(name)) {
      ObjectNode schema = NODES.objectNode().put("type", "object");
      byName.put(name, schema);
      ArrayNode required = NODES.arrayNode();
      ObjectNode properties = NODES.objectNode();
      for (RecordComponent component : type.getRecordComponents()) {
        properties.set(component.getName(), schema(component.getGenericType(), arguments));
        if (component.getType() != Optional.class) {
          required.add(component.getName());
        }
      }
      schema.set("properties", properties);
      schema.set("required", required);
    }
    return NODES.objectNode().put("$ref", "#/components/schemas/" + name);
  }

  private ObjectNode schema(Type type, Map<String, Class<?>> arguments) {
    return switch (type) {
      case Class<?> plain -> plain(plain);
      case ParameterizedType generic -> generic(generic, arguments);
      case TypeVariable<?> variable -> plain(argument(arguments, variable));
      default -> throw new IllegalArgumentException("no schema for " + type);
    };
  }

  private static Class<?> argument(Map<String, Class<?>> arguments, TypeVariable<?> variable) {
    return Optional.ofNullable(arguments.get(variable.getName()))
        .orElseThrow(() -> new IllegalArgumentException("no type is given for " + variable));
  }

  private ObjectNode generic(ParameterizedType type, Map<String, Class<?>> arguments) {
    Type[] types = type.getActualTypeArguments();
    ObjectNode inner = schema(types[types.length - 1], arguments);
    if (type.getRawType() == Optional.class) {
      return inner;
    }
    if (type.getRawType() == List.class) {
      ObjectNode list = NODES.objectNode().put("type", "array");
      return list.set("items", inner);
    }
    if (type.getRawType() == Map.class) {
      ObjectNode map = NODES.objectNode().put("type", "object");
      return map.set("additionalProperties", inner);
    }
    throw new IllegalArgumentException("no schema for " + type);
  }

  private ObjectNode plain(Class<?> type) {
    if (type.isRecord()) {
      return record(type, type.getSimpleName(), Map.of());
    }
    if (JsonNode.class.isAssignableFrom(type)) {
      return NODES.objectNode();
    }
    ObjectNode schema = NODES.objectNode().put("type", Scalar.of(type).jsonType());
    return type == Instant.class ? schema.put("format", "date-time") : schema;
  }
}
