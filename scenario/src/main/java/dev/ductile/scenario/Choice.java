package dev.ductile.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.text.Document;
import dev.ductile.text.Scalars;
import dev.ductile.text.Written;

/**
 * A plugin by its name, with its settings as they were written: {@code srtf}, or {@code {name:
 * tiresias-l, limits: [3250, 7200]}}.
 *
 * @param settings an object without the name; never changed
 */
public record Choice(String name, JsonNode settings) {
  private static final String NAME = "name";

  public static Choice named(String name) {
    return new Choice(name, JsonNodeFactory.instance.objectNode());
  }

  /** A choice as somebody wrote it: a name, or a group of keys with the name among them. */
  public static Choice of(Written written) {
    if (!written.node().isObject()) {
      return named(Scalars.text(written));
    }
    String name = Scalars.text(written.need(NAME));
    ObjectNode settings = written.node().deepCopy();
    settings.remove(NAME);
    return new Choice(name, settings);
  }

  /** This choice with one more setting, its value in the words of the scenario file. */
  public Choice with(String key, String value) {
    ObjectNode changed = settings.deepCopy();
    changed.set(key, Document.words("setting " + key, value).root().node());
    return new Choice(name, changed);
  }

  /** For people: {@code srtf}, or {@code tiresias-l {"limits":[3250,7200]}}. */
  @Override
  public String toString() {
    return settings.isEmpty() ? name : name + " " + settings;
  }
}
