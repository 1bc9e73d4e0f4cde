package dev.ductile.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.text.Document;
import dev.ductile.text.Scalars;
import dev.ductile.text.Written;
import java.util.List;

/**
 * A plug-in by its name, with its settings as written: {@code srtf}, or {@code {name: tiresias-l,
 * limits: [3250, 7200]}}.
 *
 * @param settings an object without the name; never changed
 */
public record Choice(String name, JsonNode settings) {
  private static final String NAME = "name";

  public static Choice named(String name) {
    return new Choice(name, JsonNodeFactory.instance.objectNode());
  }

  /** Reads a choice: a name, or a group of keys with a name. */
  public static Choice of(Written written) {
    if (!written.node().isObject()) {
      return named(Scalars.text(written));
    }
    String name = Scalars.text(written.need(NAME));
    ObjectNode settings = written.node().deepCopy();
    settings.remove(NAME);
    return new Choice(name, settings);
  }

  /** A choice in one line: {@code marginal urgency=0.5 inertia=1}. */
  public static Choice ofLine(String line) {
    List<String> words = List.of(line.strip().split("\\s+", -1));
    Choice choice = named(words.getFirst());
    for (String setting : words.subList(1, words.size())) {
      int equals = setting.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(
            "\"%s\" in \"%s\" is not a setting; write it as urgency=0.5".formatted(setting, line));
      }
      choice = choice.with(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return choice;
  }

  /** This choice with one more setting, whose value is written as in a scenario file. */
  public Choice with(String key, String value) {
    ObjectNode changed = settings.deepCopy();
    changed.set(key, Document.words("setting " + key, value).root().node());
    return new Choice(name, changed);
  }

  /** This choice in one line, from which {@link #ofLine} makes it again. */
  public String line() {
    var line = new StringBuilder(name);
    settings
        .properties()
        .forEach(
            one -> line.append(' ').append(one.getKey()).append('=').append(word(one.getValue())));
    return line.toString();
  }

  /** A value as JSON without spaces, which end a setting. */
  private static String word(JsonNode value) {
    return value.toString().replace(" ", "\\u0020");
  }

  /** Text for people: {@code srtf}, or {@code tiresias-l {"limits":[3250,7200]}}. */
  @Override
  public String toString() {
    return settings.isEmpty() ? name : name + " " + settings;
  }
}
