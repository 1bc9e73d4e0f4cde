package dev.ductile.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/**
 * A value of a command line that replaces the file's, such as {@code optimizer.learningRate=0.1}.
 *
 * @param option the whole argument, for messages
 * @param keys the keys that lead to the value
 */
public record Setting(String option, List<String> keys, JsonNode value) {
  /**
   * The words of the command line for one kind of document.
   *
   * @param example a setting for messages
   * @param heads the key of a value that is a single word, for keys that may also have a group of
   *     keys
   */
  public record Form(String example, Map<String, String> heads) {
    public Form {
      heads = Map.copyOf(heads);
    }
  }

  private static Setting of(String text, Form form) {
    int equals = text.indexOf('=');
    if (equals < 1) {
      throw new InputException(
          "--set takes key=value, such as %s, not \"%s\"".formatted(form.example(), text));
    }
    String option = "--set " + text;
    return new Setting(
        option,
        List.of(text.substring(0, equals).split("\\.", -1)),
        Document.words(option, text.substring(equals + 1)).root().node());
  }

  /** The document with the values of a command line. */
  public static Document on(Document document, List<String> settings, Form form) {
    Document changed = document;
    for (String text : settings) {
      var setting = of(text, form);
      JsonNode root = changed.root().requireObject().node();
      changed =
          changed.with(setting.put(root, "", setting.keys, form), setting.trail(), setting.option);
    }
    return changed;
  }

  private ValuePath trail() {
    ValuePath trail = ValuePath.ROOT;
    for (String key : keys) {
      trail = trail.key(key);
    }
    return trail;
  }

  private JsonNode put(JsonNode old, String name, List<String> path, Form form) {
    if (path.isEmpty()) {
      return value;
    }
    String key = path.getFirst();
    ObjectNode group = group(old, name, form);
    group.set(key, put(group.path(key), key, path.subList(1, path.size()), form));
    return group;
  }

  /** {@code model: svm} is {@code model: {kind: svm}}. */
  private static ObjectNode group(JsonNode node, String name, Form form) {
    ObjectNode group = Schema.object();
    if (node instanceof ObjectNode written) {
      group.setAll(written);
    } else if (form.heads().containsKey(name) && node.isValueNode()) {
      group.set(form.heads().getOrDefault(name, ""), node);
    }
    return group;
  }
}
