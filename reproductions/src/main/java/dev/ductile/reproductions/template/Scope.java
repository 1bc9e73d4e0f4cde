package dev.ductile.reproductions.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import dev.ductile.text.Suggestion;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The quantities that a template may use, by their names. */
record Scope(Map<String, JsonNode> values) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");
  private static final double LARGEST_WHOLE = 1e15;

  Scope {
    values = Map.copyOf(values);
  }

  Scope with(String name, JsonNode value) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "\"%s\" cannot be the name of a quantity: letters, digits and _ only".formatted(name));
    }
    var more = new HashMap<>(values);
    more.put(name, value);
    return new Scope(more);
  }

  /**
   * The value of the text after an equals sign: a single name may be any value, an expression is a
   * number.
   */
  JsonNode value(String expression) {
    String name = expression.strip();
    return NAME.matcher(name).matches()
        ? known(name)
        : number(Expression.value(expression, this::amount));
  }

  private double amount(String name) {
    JsonNode value = known(name);
    if (!value.isNumber()) {
      throw new IllegalArgumentException(
          "%s is %s, and no number to reckon with".formatted(name, value));
    }
    return value.doubleValue();
  }

  private JsonNode known(String name) {
    JsonNode value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          "unknown quantity \"%s\"%s".formatted(name, Suggestion.phrase(name, values.keySet())));
    }
    return value;
  }

  /** A number, as an integer if it is whole: counts must be. */
  static JsonNode number(double value) {
    boolean isWhole = value == StrictMath.rint(value) && Math.abs(value) < LARGEST_WHOLE;
    return isWhole ? LongNode.valueOf((long) value) : DoubleNode.valueOf(value);
  }
}
