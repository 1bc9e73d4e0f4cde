package dev.ductile.api;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Names with values: the labels of a node, or those that a job requires of its nodes. */
public final class Labels {
  /** The largest number of labels of a node or a job. */
  public static final int MOST = 64;

  /**
   * The beginning of labels of nodes without a taint of Kubernetes: {@code
   * untainted/KEY:VALUE:EFFECT}, or {@code untainted/KEY:EFFECT}.
   */
  public static final String UNTAINTED = "untainted/";

  private static final Pattern TAINT =
      Pattern.compile(UNTAINTED + "([^:]+)(?::([^:]+))?:(NoSchedule|NoExecute)");

  private static final int LONGEST_VALUE = 128;

  public static final Labels NONE = new Labels(new TreeMap<>());

  private final Map<String, String> values;
  private final int hash;
  private final boolean none;

  private Labels(Map<String, String> values) {
    this.values = Collections.unmodifiableMap(values);
    this.hash = values.hashCode();
    this.none = values.isEmpty();
  }

  public static Labels of(Map<String, String> values) {
    if (values.size() > MOST) {
      throw new IllegalArgumentException(
          "there can be at most %d labels, not %d".formatted(MOST, values.size()));
    }
    values.forEach(Labels::require);
    return values.isEmpty() ? NONE : new Labels(new TreeMap<>(values));
  }

  public static Labels of(String name, String value) {
    return of(Map.of(name, value));
  }

  private static void require(String name, String value) {
    Names.require("label", name);
    if (value.length() > LONGEST_VALUE || value.codePoints().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "label %s needs a value of at most %d visible characters".formatted(name, LONGEST_VALUE));
    }
  }

  /** The values by name, sorted by name. */
  public Map<String, String> values() {
    return values;
  }

  public boolean isNone() {
    return none;
  }

  /** Whether there is a label of this name, whatever its value. */
  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** Whether each required label is present with the same value. */
  public boolean contains(Labels required) {
    return values.entrySet().containsAll(required.values.entrySet());
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Labels that && hash == that.hash && values.equals(that.values));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** Text for people: {@code disk=ssd and zone=a and no untolerated taint spot=yes:NoSchedule}. */
  @Override
  public String toString() {
    return isNone()
        ? "no labels"
        : values.entrySet().stream().map(Labels::text).collect(Collectors.joining(" and "));
  }

  private static String text(Map.Entry<String, String> label) {
    Matcher taint = TAINT.matcher(label.getKey());
    if (!taint.matches() || !label.getValue().equals("true")) {
      return label.toString();
    }
    String value = taint.group(2) == null ? "" : "=" + taint.group(2);
    return "no untolerated taint %s%s:%s".formatted(taint.group(1), value, taint.group(3));
  }
}
