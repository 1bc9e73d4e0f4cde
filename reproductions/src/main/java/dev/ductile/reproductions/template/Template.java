package dev.ductile.reproductions.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Seed;
import dev.ductile.text.Scalars;
import dev.ductile.text.Written;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A document with parts to fill in: {@code = expression} is evaluated, {@code {draw: ...}} is
 * drawn, and an element {@code {repeat: 50, let: ..., each: ...}} of a list is repeated. Each draw
 * has its own random stream, named after its path, so that a change of one does not change the
 * others.
 */
public final class Template {
  private static final String SUM = "=";
  private static final String DRAW = "draw";
  private static final String REPEAT = "repeat";
  private static final String LET = "let";
  private static final String EACH = "each";
  private static final int MOST_REPEATED = 100_000;

  private final Seed seed;

  private Template(Seed seed) {
    this.seed = seed;
  }

  /**
   * The filled-in document.
   *
   * @param quantities the values that the document may name; a later one may use earlier ones
   */
  public static Written filled(Written template, Map<String, Written> quantities, long seed) {
    var filling = new Template(new Seed(seed));
    Scope scope = filling.scope(new Scope(Map.of()), quantities, "");
    return filling.value(template, scope, "");
  }

  private Scope scope(Scope outer, Map<String, Written> quantities, String place) {
    Scope scope = outer;
    for (var quantity : quantities.entrySet()) {
      Scope known = scope;
      JsonNode value = value(quantity.getValue(), known, place + "." + quantity.getKey()).node();
      scope = checked(quantity.getValue(), () -> known.with(quantity.getKey(), value));
    }
    return scope;
  }

  private Written value(Written written, Scope scope, String place) {
    JsonNode node = written.node();
    if (node.isTextual() && node.textValue().startsWith(SUM)) {
      return with(written, checked(written, () -> scope.value(node.textValue().substring(1))));
    }
    if (node.isArray()) {
      return with(written, list(written, scope, place));
    }
    return node.isObject() ? group(written, scope, place) : written;
  }

  private Written group(Written written, Scope scope, String place) {
    if (written.get(DRAW).isPresent()) {
      written.allowKeys(Set.of(DRAW));
      RandomValue draw = RandomValue.of(value(written.need(DRAW), scope, place));
      return with(written, draw.value(seed.stream("draw" + place)));
    }
    ObjectNode filled = JsonNodeFactory.instance.objectNode();
    written
        .members()
        .forEach((key, member) -> filled.set(key, value(member, scope, place + "." + key).node()));
    return with(written, filled);
  }

  private ArrayNode list(Written written, Scope scope, String place) {
    ArrayNode filled = JsonNodeFactory.instance.arrayNode();
    List<Written> elements = written.elements();
    for (int i = 0; i < elements.size(); i++) {
      Written element = elements.get(i);
      String here = place + "[" + i + "]";
      if (element.get(REPEAT).isPresent()) {
        repeat(element, scope, here, filled);
      } else {
        filled.add(value(element, scope, here).node());
      }
    }
    return filled;
  }

  private void repeat(Written written, Scope scope, String place, ArrayNode filled) {
    written.allowKeys(Set.of(REPEAT, LET, EACH));
    int count = Scalars.whole(value(written.need(REPEAT), scope, place), 0, MOST_REPEATED);
    Map<String, Written> quantities = written.get(LET).map(Written::members).orElse(Map.of());
    for (int i = 0; i < count; i++) {
      String here = place + "#" + i;
      Scope own = scope(scope.with("i", Scope.number(i)), quantities, here + "." + LET);
      filled.add(value(written.need(EACH), own, here).node());
    }
  }

  private static Written with(Written written, JsonNode node) {
    return new Written(written.document(), written.trail(), node);
  }

  private static <T> T checked(Written written, Supplier<T> work) {
    try {
      return work.get();
    } catch (IllegalArgumentException broken) {
      throw written.wrong("is wrong: " + broken.getMessage());
    }
  }
}
