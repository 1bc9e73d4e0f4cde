package dev.ductile.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A value of a document with its place. */
public record Written(Document document, ValuePath trail, JsonNode node) {
  private static final int LONGEST_QUOTE = 60;

  /** The value under a key of this object. */
  public Optional<Written> get(String key) {
    JsonNode member = node.get(key);
    return member == null
        ? Optional.empty()
        : Optional.of(new Written(document, trail.key(key), member));
  }

  /** The value under a required key. */
  public Written need(String key) {
    return requireObject().get(key).orElseThrow(() -> missing(key));
  }

  /** The elements of this list. */
  public List<Written> elements() {
    if (!node.isArray()) {
      throw wrong("must be a list, not " + quoted());
    }
    var elements = new ArrayList<Written>(node.size());
    for (int i = 0; i < node.size(); i++) {
      elements.add(new Written(document, trail.index(i), node.get(i)));
    }
    return elements;
  }

  public Written requireObject() {
    if (!node.isObject()) {
      throw wrong("must be a group of keys and values, not " + quoted());
    }
    return this;
  }

  /** The values of this object by their keys, in the order of writing. */
  public Map<String, Written> members() {
    var members = new LinkedHashMap<String, Written>();
    requireObject()
        .node()
        .properties()
        .forEach(member ->
            members.put(
                member.getKey(),
                new Written(document, trail.key(member.getKey()), member.getValue())));
    return members;
  }

  /** Refuses an object with any other key. */
  public void allowKeys(Collection<String> known) {
    var mistakes = new Mistakes();
    allowKeys(known, mistakes);
    mistakes.throwAny();
  }

  /** The same, but keeps the mistakes. */
  public void allowKeys(Collection<String> known, Mistakes mistakes) {
    allowKeys(known, Map.of(), mistakes);
  }

  /**
   * The same for a group whose other keys may belong elsewhere.
   *
   * @param elsewhere the paths of keys that are often written here by mistake, such as {@code
   *     program.env} for env
   */
  public void allowKeys(
      Collection<String> known, Map<String, String> elsewhere, Mistakes mistakes) {
    for (var names = node.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!known.contains(name)) {
        mistakes.add(unknownKey(name, known, elsewhere));
      }
    }
  }

  /** A mistake in this value; {@code what} continues the sentence that begins with its path. */
  public InputException wrong(String what) {
    String subject = trail.isRoot() ? document.noun() : trail.toString();
    return new InputException(document.placeOf(trail), trail, subject + " " + what);
  }

  /** The whole document is refused; the message has its name, and no line. */
  InputException refused(String what) {
    return new InputException(Place.in(document.name()), what);
  }

  /** The result of reading this value; a rule that the reading breaks is reported here. */
  public <T> T made(Supplier<T> reading) {
    try {
      return reading.get();
    } catch (IllegalArgumentException broken) {
      throw breaks(broken);
    }
  }

  /** This value breaks a rule, which the message of the failure states in full. */
  InputException breaks(IllegalArgumentException broken) {
    InputException refused = breaks(String.valueOf(broken.getMessage()));
    refused.initCause(broken);
    return refused;
  }

  /**
   * This value breaks a rule, which {@code rule} states in full. If the first word of the rule is a
   * key of this value, the mistake is at the value of that key.
   */
  public InputException breaks(String rule) {
    int space = Math.max(0, rule.indexOf(' '));
    Optional<Written> member = get(rule.substring(0, space));
    if (member.isPresent()) {
      return member.get().wrong(rule.substring(space + 1));
    }
    String subject = trail.isRoot() ? "" : trail + ": ";
    return new InputException(document.placeOf(trail), trail, subject + rule);
  }

  public InputException missing(String key) {
    return new InputException(
        document.placeOf(trail), trail.key(key), trail.key(key) + " is missing");
  }

  private InputException unknownKey(
      String key, Collection<String> known, Map<String, String> elsewhere) {
    String inside = trail.isRoot() ? "" : " in " + trail;
    return new InputException(
        document.placeOfKey(trail.key(key)),
        trail.key(key),
        "unknown key \"%s\"%s%s"
            .formatted(clipped(key), inside, Suggestion.phrase(key, known, elsewhere)));
  }

  /** The value for a message: text in quotes, never more than a few words. */
  public String quoted() {
    if (node.isNull() || node.isMissingNode()) {
      return "nothing";
    }
    if (node.isObject()) {
      return "a group of keys and values";
    }
    if (node.isArray()) {
      return "a list";
    }
    return node.isTextual() ? "\"" + clipped(node.textValue()) + "\"" : clipped(node.asText());
  }

  public static String clipped(String text) {
    return text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "...";
  }
}
