package dev.ductile.server.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.rest.Json;
import dev.ductile.text.Suggestion;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the document of a request strictly: unknown keys, missing keys and values of another type
 * are mistakes. An absent list or map is empty.
 */
final class DocumentReader {
  private static final int MOST_DEPTH = 50;
  private static final int MOST_MISTAKES = 20;
  private static final ObjectMapper MAPPER = strict();

  private final List<String> mistakes = new ArrayList<>();

  private DocumentReader() {}

  static <T extends Record> T read(String text, Class<T> type) {
    try {
      JsonNode tree = MAPPER.readTree(text.isBlank() ? "{}" : text);
      new DocumentReader().check(tree, type);
      return MAPPER.treeToValue(tree, type);
    } catch (JsonProcessingException e) {
      throw Refusal.invalid("the body is not valid JSON: " + firstLine(e.getOriginalMessage()));
    } catch (IllegalArgumentException e) {
      throw Refusal.invalid("the body: " + e.getMessage());
    }
  }

  private void check(JsonNode tree, Class<?> type) {
    value("", tree, type);
    if (!mistakes.isEmpty()) {
      throw Refusal.invalid("the body: " + String.join("; ", mistakes));
    }
  }

  private void value(String place, JsonNode value, Type type) {
    if (type instanceof Class<?> plain) {
      plain(place, value, plain);
    } else if (type instanceof ParameterizedType generic) {
      generic(place, value, generic);
    }
  }

  private void generic(String place, JsonNode value, ParameterizedType type) {
    Type[] types = type.getActualTypeArguments();
    Type inner = types[types.length - 1];
    if (type.getRawType() == Optional.class) {
      value(place, value, inner);
    } else if (type.getRawType() == List.class) {
      require(value.isArray(), place, "a list");
      int index = 0;
      for (JsonNode item : value) {
        value(place + "[" + index++ + "]", item, inner);
      }
    } else if (type.getRawType() == Map.class) {
      require(value.isObject(), place, "a map");
      value
          .properties()
          .forEach(entry -> value(join(place, entry.getKey()), entry.getValue(), inner));
    }
  }

  private void plain(String place, JsonNode value, Class<?> type) {
    if (type.isRecord()) {
      record(place, value, type);
    } else if (!JsonNode.class.isAssignableFrom(type)) {
      Scalar scalar = Scalar.of(type);
      require(scalar.accepts(value), place, scalar.expected());
    }
  }

  private void record(String place, JsonNode value, Class<?> type) {
    if (!(value instanceof ObjectNode object)) {
      require(false, place, "an object");
      return;
    }
    for (RecordComponent component : type.getRecordComponents()) {
      component(join(place, component.getName()), object, component);
    }
    List<String> known =
        Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName).toList();
    object
        .fieldNames()
        .forEachRemaining(name -> {
          if (!known.contains(name)) {
            mistake(
                "unknown key " + shown(join(place, name)) + Suggestion.phrase(shown(name), known));
          }
        });
  }

  private void component(String place, ObjectNode object, RecordComponent component) {
    JsonNode value = object.get(component.getName());
    Class<?> type = component.getType();
    if (value != null && !value.isNull()) {
      value(place, value, component.getGenericType());
    } else if (type == List.class) {
      object.putArray(component.getName());
    } else if (type == Map.class) {
      object.putObject(component.getName());
    } else if (type == Optional.class) {
      object.remove(component.getName());
    } else {
      mistake(shown(place) + " is missing");
    }
  }

  private void require(boolean condition, String place, String expected) {
    if (!condition) {
      mistake("%s: expected %s".formatted(place.isEmpty() ? "document" : shown(place), expected));
    }
  }

  private void mistake(String sentence) {
    if (mistakes.size() < MOST_MISTAKES) {
      mistakes.add(sentence);
    }
  }

  private static String join(String place, String name) {
    return place.isEmpty() ? name : place + "." + name;
  }

  private static String shown(String key) {
    String plain = key.replaceAll("\\p{Cntrl}", "?");
    return plain.length() > 100 ? plain.substring(0, 100) + "..." : plain;
  }

  private static String firstLine(String message) {
    return shown(message.lines().findFirst().orElse(""));
  }

  private static ObjectMapper strict() {
    ObjectMapper mapper =
        Json.MAPPER
            .copy()
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    mapper
        .getFactory()
        .setStreamReadConstraints(
            StreamReadConstraints.builder().maxNestingDepth(MOST_DEPTH).build());
    return mapper;
  }
}
