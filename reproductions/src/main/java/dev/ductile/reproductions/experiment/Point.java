package dev.ductile.reproductions.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.text.Scalars;
import dev.ductile.text.Written;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * One place on the x axis, or one column of a table.
 *
 * @param name its name; for a number the number itself
 * @param at its value, if it is a number
 * @param quantities the quantities that it sets: {@code x} and others
 */
public record Point(String name, OptionalDouble at, Map<String, Written> quantities) {
  static final String X = "x";
  private static final String AT = "at";

  public Point {
    quantities = Collections.unmodifiableMap(new LinkedHashMap<>(quantities));
  }

  /** {@code 0.5}, {@code extreme}, or {@code {at: extreme, gap: 250}}. */
  static Point of(Written written) {
    if (!written.node().isObject()) {
      return of(written, Map.of());
    }
    var more = new LinkedHashMap<>(written.members());
    more.remove(AT);
    return of(written.need(AT), more);
  }

  private static Point of(Written at, Map<String, Written> more) {
    JsonNode node = at.node();
    OptionalDouble number =
        node.isNumber() ? OptionalDouble.of(Scalars.number(at)) : OptionalDouble.empty();
    String name = node.isNumber() ? plain(node.doubleValue()) : Scalars.text(at);
    var quantities = new LinkedHashMap<String, Written>(more);
    quantities.put(X, at);
    return new Point(name, number, quantities);
  }

  /** Whether the point has this name. */
  public boolean isCalled(String other) {
    if (name.equals(other)) {
      return true;
    }
    try {
      return at.isPresent() && Double.parseDouble(other) == at.getAsDouble();
    } catch (NumberFormatException _) {
      return false;
    }
  }

  private static String plain(double number) {
    return number == StrictMath.rint(number) && Math.abs(number) < 1e15
        ? Long.toString((long) number)
        : Double.toString(number);
  }
}
