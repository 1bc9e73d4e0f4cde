package dev.ductile.api;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A part of a sentence with named values: {@code needs {need}, and {free} are free}. The template
 * is a constant that all phrases of one kind share; it is parsed only when the phrase is read.
 *
 * <p>A gap without a name, {@code {}}, takes another phrase or a plain word. The values of that
 * phrase join those of this one. A gap with a name keeps the values of its phrase apart under that
 * name.
 *
 * @param values one for each gap of the template, in their order
 */
public record Phrase(String template, List<Object> values) {
  public static final Phrase NONE = of("");

  public Phrase {
    values = List.copyOf(values);
  }

  public static Phrase of(String template, Object... values) {
    return new Phrase(template, List.of(values));
  }

  /** The phrase in words. */
  public String text() {
    var text = new StringBuilder();
    int at = 0;
    for (Gap gap : gaps()) {
      text.append(template, at, gap.open()).append(readable(gap.value()));
      at = gap.open() + gap.name().length() + 2;
    }
    return text.append(template, at, template.length()).toString();
  }

  /**
   * The values by their names, in the order of the sentence: numbers, names, {@link Size}, {@link
   * Allocation}, amounts by resource, and a map for a phrase under a name.
   *
   * @throws IllegalStateException if a name has two different values
   */
  public Map<String, Object> named() {
    var named = new LinkedHashMap<String, Object>();
    collect(named);
    return named;
  }

  private void collect(Map<String, Object> named) {
    for (Gap gap : gaps()) {
      if (!gap.name().isEmpty()) {
        put(gap, named);
      } else if (gap.value() instanceof Phrase phrase) {
        phrase.collect(named);
      }
    }
  }

  private void put(Gap gap, Map<String, Object> named) {
    Object value = gap.value() instanceof Phrase phrase ? phrase.named() : plain(gap.value());
    Object known = named.putIfAbsent(gap.name(), value);
    if (known != null && !known.equals(value)) {
      throw new IllegalStateException(
          "%s is %s and %s in one reason; name one of them differently: \"%s\""
              .formatted(gap.name(), known, value, template));
    }
  }

  /** A place in the template for a value: {@code {name}}. */
  private record Gap(int open, String name, Object value) {}

  private List<Gap> gaps() {
    var gaps = new ArrayList<Gap>(values.size());
    int open = template.indexOf('{');
    while (open >= 0 && gaps.size() < values.size()) {
      int close = template.indexOf('}', open);
      gaps.add(new Gap(open, template.substring(open + 1, close), values.get(gaps.size())));
      open = template.indexOf('{', close);
    }
    if (open >= 0 || gaps.size() < values.size()) {
      throw new IllegalStateException(
          "\"%s\" must have one gap for each of its values: %s".formatted(template, values));
    }
    return gaps;
  }

  private static String readable(Object value) {
    return switch (value) {
      case Double number -> Reason.text(number);
      case Duration duration -> Reason.text(duration);
      case Phrase phrase -> phrase.text();
      default -> value.toString();
    };
  }

  private static Object plain(Object value) {
    return switch (value) {
      case Worded worded -> plain(worded.value());
      case Duration duration -> duration.toNanos() / 1e9;
      case JobId job -> job.name();
      case NodeId node -> node.name();
      case Integer number -> number.longValue();
      case Resources resources -> resources.amounts();
      default -> value;
    };
  }

  @Override
  public String toString() {
    return text();
  }
}
