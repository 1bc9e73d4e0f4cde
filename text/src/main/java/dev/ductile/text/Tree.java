package dev.ductile.text;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.ContentReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Reads YAML and JSON into a tree with the same rules: a key occurs once, numbers are written as in
 * JSON, and aliases can neither be recursive nor make the document huge.
 */
final class Tree {
  /** The largest number of values in a document, each use of an alias counted in full. */
  static final int MOST_VALUES = 10_000_000;

  /** The most digits of a long. */
  private static final int MOST_DIGITS = 19;

  private static final Pattern FRACTION =
      Pattern.compile("[-+]?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]{1,6})?");

  /** Internals in the parser's messages. */
  private static final Pattern INTERNALS =
      Pattern.compile(" \\((start marker|for Object|for Array).*|, from `[^`]*`|: enable `.*");

  private final JsonParser parser;
  private final Function<JsonLocation, Place> place;
  private final Map<String, Anchored> anchors = new HashMap<>();
  private int values;
  private int depth;

  /** The greatest depth within the present anchored value. */
  private int reach;

  private record Anchored(JsonNode node, int values, int height) {}

  private Tree(JsonParser parser, Function<JsonLocation, Place> place) {
    this.parser = parser;
    this.place = place;
  }

  static JsonNode of(Syntax syntax, String text, Function<JsonLocation, Place> place) {
    try (JsonParser parser = syntax.parser(text)) {
      return new Tree(parser, place).document();
    } catch (JsonProcessingException problem) {
      throw translated(problem, place);
    } catch (IOException | YAMLException problem) {
      throw new InputException(
          place.apply(JsonLocation.NA), String.valueOf(problem.getMessage()), problem);
    }
  }

  /** The location of a value or of its key; empty for a value that is not in the text. */
  static Optional<JsonLocation> locate(
      Syntax syntax, String text, List<Object> steps, boolean key) {
    try (JsonParser parser = syntax.parser(text)) {
      parser.nextToken();
      JsonLocation at = parser.currentTokenLocation();
      for (Object step : steps) {
        Optional<JsonLocation> next = enter(parser, step, key);
        if (next.isEmpty()) {
          return Optional.of(at);
        }
        at = next.get();
      }
      return Optional.of(at);
    } catch (IOException | YAMLException _) {
      return Optional.empty();
    }
  }

  /** Moves from the start of a list or object to one of its values. */
  private static Optional<JsonLocation> enter(JsonParser parser, Object step, boolean key)
      throws IOException {
    boolean list = parser.currentToken() == JsonToken.START_ARRAY;
    if (!list && parser.currentToken() != JsonToken.START_OBJECT) {
      return Optional.empty();
    }
    int index = 0;
    for (JsonToken token = parser.nextToken();
        token != null && !token.isStructEnd();
        token = parser.nextToken()) {
      Object found = list ? (Object) index++ : parser.currentName();
      JsonLocation at = parser.currentTokenLocation();
      if (!list) {
        parser.nextToken();
      }
      if (step.equals(found)) {
        return Optional.of(key ? at : parser.currentTokenLocation());
      }
      parser.skipChildren();
    }
    return Optional.empty();
  }

  private JsonNode document() throws IOException {
    if (parser.nextToken() == null) {
      throw new InputException(place.apply(JsonLocation.NA), "the document is empty");
    }
    JsonNode root = value();
    if (parser.nextToken() != null) {
      throw wrong("the document has ended, but more follows");
    }
    return root;
  }

  private JsonNode value() throws IOException {
    if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
      return aliased(parser.getText());
    }
    count(1);
    Object anchor = parser.canReadObjectId() ? parser.getObjectId() : null;
    if (anchor == null) {
      return plain();
    }
    int before = values;
    int outer = reach;
    reach = depth;
    anchors.put(anchor.toString(), new Anchored(MissingNode.getInstance(), 0, 0));
    JsonNode node = plain();
    anchors.put(anchor.toString(), new Anchored(node, values - before + 1, reach - depth));
    reach = Math.max(outer, reach);
    return node;
  }

  private JsonNode aliased(String name) {
    Anchored anchored = anchors.get(name);
    if (anchored == null) {
      throw wrong(
          "alias *%s names no list or group of keys above it".formatted(Written.clipped(name)));
    }
    if (anchored.node().isMissingNode()) {
      throw wrong("alias *%s contains itself".formatted(Written.clipped(name)));
    }
    count(anchored.values());
    reach(depth + anchored.height());
    return anchored.node();
  }

  private JsonNode plain() throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object();
      case START_ARRAY -> array();
      case VALUE_TRUE -> BooleanNode.TRUE;
      case VALUE_FALSE -> BooleanNode.FALSE;
      case VALUE_NULL -> NullNode.getInstance();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser.getText());
      default -> TextNode.valueOf(parser.getText());
    };
  }

  private ObjectNode object() throws IOException {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    reach(++depth);
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = parser.currentName();
      if (object.has(key)) {
        throw wrong("key \"%s\" occurs a second time".formatted(Written.clipped(key)));
      }
      parser.nextToken();
      object.set(key, value());
    }
    depth--;
    return object;
  }

  private ArrayNode array() throws IOException {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    reach(++depth);
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value());
    }
    depth--;
    return array;
  }

  /** Numbers of YAML only (octal, .nan, 1_000) stay text, and are refused as text. */
  private static JsonNode number(String text) {
    if (isWhole(text) && fitsLong(text)) {
      return LongNode.valueOf(Long.parseLong(text));
    }
    return FRACTION.matcher(text).matches()
        ? DoubleNode.valueOf(Double.parseDouble(text))
        : TextNode.valueOf(text);
  }

  private static boolean fitsLong(String text) {
    return text.length() < MOST_DIGITS || new BigInteger(text).bitLength() < Long.SIZE;
  }

  private static boolean isWhole(String text) {
    int first = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
    int digits = text.length() - first;
    boolean padded = digits > 1 && text.charAt(first) == '0';
    if (digits < 1 || digits > MOST_DIGITS || padded) {
      return false;
    }
    for (int i = first; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  private void count(int more) {
    values = Math.addExact(values, more);
    if (values > MOST_VALUES) {
      throw wrong("the document has more than %d values".formatted(MOST_VALUES));
    }
  }

  private void reach(int newDepth) {
    reach = Math.max(reach, newDepth);
    if (newDepth > Syntax.DEEPEST) {
      throw wrong("the document is more than %d lists and groups deep".formatted(Syntax.DEEPEST));
    }
  }

  private InputException wrong(String what) {
    return new InputException(place.apply(parser.currentTokenLocation()), what);
  }

  private static InputException translated(
      JsonProcessingException problem, Function<JsonLocation, Place> place) {
    if (problem.getCause() instanceof MarkedYAMLException yaml && yaml.getProblem() != null) {
      return new InputException(place.apply(at(yaml)), sentence(yaml), problem);
    }
    JsonLocation at = problem.getLocation();
    String message = String.valueOf(problem.getOriginalMessage());
    return new InputException(
        place.apply(at == null ? JsonLocation.NA : at),
        INTERNALS.matcher(message).replaceAll(""),
        problem);
  }

  private static JsonLocation at(MarkedYAMLException problem) {
    Mark mark = problem.getProblemMark();
    return mark == null
        ? JsonLocation.NA
        : new JsonLocation(
            ContentReference.unknown(), -1, mark.getLine() + 1, mark.getColumn() + 1);
  }

  private static String sentence(MarkedYAMLException problem) {
    String context = problem.getContext() == null ? "" : problem.getContext() + ", ";
    return context + problem.getProblem();
  }
}
