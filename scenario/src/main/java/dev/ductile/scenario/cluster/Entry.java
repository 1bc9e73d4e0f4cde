package dev.ductile.scenario.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.text.InputException;
import dev.ductile.text.Quantity;
import dev.ductile.text.Written;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** A group of keys in the output of another system. A null and an empty text count as absent. */
record Entry(Written at) {
  /**
   * Slurm's numbers for "no value" and "infinite", in 32 bits, as releases before 22 write them.
   */
  private static final double LEAST_MARKER = 4_294_967_294.0;

  private static final double NO_VALUE = -2;

  /** The value at the end of a path of keys. */
  Optional<Entry> find(String... keys) {
    Optional<Written> found = Optional.of(at);
    for (String key : keys) {
      found = found.flatMap(here -> here.get(key)).filter(value -> !value.node().isNull());
    }
    return found.map(Entry::new);
  }

  /** The text, number or truth value at the end of a path. */
  Optional<String> text(String... keys) {
    return find(keys).map(Entry::scalar).filter(text -> !text.isEmpty());
  }

  /** The same for a value that must be there. */
  String need(String key) {
    return text(key).orElseThrow(() -> at.missing(key));
  }

  private String scalar() {
    if (at.node().isContainerNode()) {
      throw at.wrong("must be a text or a number, not " + at.quoted());
    }
    return at.node().asText();
  }

  boolean isTrue(String... keys) {
    return text(keys).filter("true"::equals).isPresent();
  }

  /** The elements of a list; none if it is absent. */
  List<Entry> list(String... keys) {
    return find(keys)
        .map(list -> list.at.elements().stream().map(Entry::new).toList())
        .orElse(List.of());
  }

  /** The members of a group of keys, in their order; none if it is absent. */
  Map<String, Entry> members(String... keys) {
    var members = new LinkedHashMap<String, Entry>();
    find(keys)
        .ifPresent(group ->
            group.at.members().forEach((key, value) -> members.put(key, new Entry(value))));
    return members;
  }

  /** Texts by their keys, such as labels. */
  Map<String, String> texts(String... keys) {
    var texts = new LinkedHashMap<String, String>();
    members(keys).forEach((key, value) -> texts.put(key, value.scalar()));
    return texts;
  }

  /** One text or a list of texts, as Slurm writes states in different releases. */
  List<String> words(String key) {
    Optional<Entry> found = find(key);
    if (found.filter(value -> value.at.node().isArray()).isPresent()) {
      return list(key).stream().map(Entry::scalar).toList();
    }
    return text(key).map(List::of).orElse(List.of());
  }

  /**
   * A number of at least zero: plain, or a group {@code {set, infinite, number}} of Slurm. Absent
   * if it is not set or infinite.
   */
  OptionalDouble number(String... keys) {
    Optional<Entry> found = find(keys);
    if (found.isEmpty()) {
      return OptionalDouble.empty();
    }
    Entry value = found.get();
    if (value.at.node().isObject()) {
      boolean isSet = !value.text("set").equals(Optional.of("false"));
      return isSet && !value.isTrue("infinite") ? value.number("number") : OptionalDouble.empty();
    }
    JsonNode node = value.at.node();
    if (!node.isNumber()) {
      throw value.at.wrong("must be a number, not " + value.at.quoted());
    }
    double number = node.asDouble();
    if (number == NO_VALUE || (number >= LEAST_MARKER && number <= LEAST_MARKER + 1)) {
      return OptionalDouble.empty();
    }
    if (!(number >= 0) || Double.isInfinite(number)) {
      throw value.at.wrong("must be a number of at least 0, not " + value.at.quoted());
    }
    return OptionalDouble.of(number);
  }

  /** A whole number with a sign, such as a priority; zero if it is absent. */
  int integer(String... keys) {
    String written = text(keys).orElse("0");
    try {
      return Integer.parseInt(written);
    } catch (NumberFormatException notAnInteger) {
      throw wrong("must be a whole number of 32 bits", keys);
    }
  }

  /** A number that is zero if it is absent. */
  double amount(String... keys) {
    return number(keys).orElse(0);
  }

  /** A time in seconds since 1970, where zero means that there is none. */
  Optional<Instant> seconds(String... keys) {
    double seconds = amount(keys);
    if (seconds == 0) {
      return Optional.empty();
    }
    return Optional.of(
        Quantity.after(Instant.EPOCH, seconds)
            .orElseThrow(() -> wrong("must be a time in seconds since 1970", keys)));
  }

  /** A time such as {@code 2026-03-01T12:00:00Z}. */
  Optional<Instant> time(String... keys) {
    return text(keys)
        .map(text ->
            Quantity.instant(text)
                .orElseThrow(() -> wrong("must be a time such as 2026-03-01T12:00:00Z", keys)));
  }

  /** A mistake in the value at the end of a path. */
  InputException wrong(String rule, String... keys) {
    Entry value = find(keys).orElse(this);
    return value.at.wrong("%s, not %s".formatted(rule, value.at.quoted()));
  }
}
