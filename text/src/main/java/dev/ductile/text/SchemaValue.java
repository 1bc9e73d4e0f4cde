package dev.ductile.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Generates the schema of one value from the type of a record's component. */
record SchemaValue(Schema schema) {
  static boolean isOptional(Class<?> type) {
    return type.getName().startsWith("java.util.Optional");
  }

  ObjectNode of(AnnotatedType type) {
    ReadAs other = type.getAnnotation(ReadAs.class);
    if (other != null) {
      return other(other);
    }
    if (type instanceof AnnotatedParameterizedType generic) {
      return container(generic);
    }
    return limited(plain((Class<?>) type.getType()), type);
  }

  private ObjectNode other(ReadAs other) {
    if (other.partial()) {
      ObjectNode group = schema.group(other.value()[0].asSubclass(Record.class));
      return group.remove(List.of("required", "oneOf", "anyOf", "dependentRequired"));
    }
    if (other.value().length == 1) {
      return plain(other.value()[0]);
    }
    ObjectNode ways = Schema.object();
    for (Class<?> type : other.value()) {
      ways.withArray("/anyOf").add(plain(type));
    }
    return ways;
  }

  private ObjectNode plain(Class<?> type) {
    return ScalarSchema.simple(type).orElseGet(() -> schema.reference(type));
  }

  private ObjectNode container(AnnotatedParameterizedType type) {
    Class<?> raw = (Class<?>) ((ParameterizedType) type.getType()).getRawType();
    AnnotatedType[] arguments = type.getAnnotatedActualTypeArguments();
    if (raw == Optional.class) {
      return of(arguments[0]);
    }
    if (raw == List.class) {
      ObjectNode list = Schema.object().put("type", "array");
      list.set("items", of(arguments[0]));
      return counted(list, type);
    }
    if (raw == Map.class) {
      ObjectNode map = Schema.object().put("type", "object");
      KeyPattern keys = type.getAnnotation(KeyPattern.class);
      if (keys != null) {
        map.putObject("propertyNames").put("pattern", keys.value());
      }
      map.set("additionalProperties", of(arguments[1]));
      return map;
    }
    throw new IllegalStateException("no schema for " + type);
  }

  private static ObjectNode counted(ObjectNode list, AnnotatedType type) {
    Entries entries = type.getAnnotation(Entries.class);
    if (entries != null) {
      if (entries.least() > 0) {
        list.put("minItems", entries.least());
      }
      if (entries.most() < Integer.MAX_VALUE) {
        list.put("maxItems", entries.most());
      }
      if (entries.unique()) {
        list.put("uniqueItems", true);
      }
    }
    return list;
  }

  private static ObjectNode limited(ObjectNode value, AnnotatedType type) {
    NumberBounds bounds = type.getAnnotation(NumberBounds.class);
    if (bounds != null) {
      limit(value, "minimum", bounds.least());
      limit(value, "exclusiveMinimum", bounds.above());
      limit(value, "maximum", bounds.most());
      limit(value, "exclusiveMaximum", bounds.below());
    }
    Matching matching = type.getAnnotation(Matching.class);
    if (matching != null) {
      value.put("pattern", "^%s$".formatted(matching.value()));
    }
    return value;
  }

  private static void limit(ObjectNode number, String key, double value) {
    if (Double.isFinite(value)) {
      number.set(key, PlainValue.node(value));
    }
  }
}
