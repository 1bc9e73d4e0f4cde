package dev.ductile.runtime.job.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.text.Document;
import dev.ductile.text.InputException;
import dev.ductile.text.Schema;
import dev.ductile.text.ValuePath;
import java.util.List;
import java.util.Map;

/**
 * A value of a command line that replaces the file's, such as {@code optimizer.learningRate=0.1}.
 *
 * @param option the whole argument, for messages
 * @param keys the keys that lead to the value
 */
record Setting(String option, List<String> keys, JsonNode value) {

  /** The key of a value that is a single word, for keys that may also have a group of keys. */
  private static final Map<String, String> HEADS =
      Map.of(
          "model", "kind",
          "optimizer", "kind",
          "data", "file",
          "batch", "examples");

  private static Setting of(String text) {
    int equals = text.indexOf('=');
    if (equals < 1) {
      throw new InputException(
          "--set takes key=value, such as optimizer.learningRate=0.1, not \"%s\"".formatted(text));
    }
    String option = "--set " + text;
    return new Setting(
        option,
        List.of(text.substring(0, equals).split("\\.")),
        Document.words(option, text.substring(equals + 1)).root().node());
  }

  /** The document with the values of a command line. */
  static Document on(Document document, List<String> settings) {
    Document changed = document;
    for (String text : settings) {
      var setting = of(text);
      JsonNode root = changed.root().requireObject().node();
      changed = changed.with(setting.put(root, "", setting.keys), setting.trail(), setting.option);
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

  private JsonNode put(JsonNode old, String name, List<String> path) {
    if (path.isEmpty()) {
      return value;
    }
    String key = path.getFirst();
    ObjectNode group = group(old, name);
    group.set(key, put(group.path(key), key, path.subList(1, path.size())));
    return group;
  }

  /** {@code model: svm} is {@code model: {kind: svm}}. */
  private static ObjectNode group(JsonNode node, String name) {
    ObjectNode group = Schema.object();
    if (node instanceof ObjectNode written) {
      group.setAll(written);
    } else if (HEADS.containsKey(name) && node.isValueNode()) {
      group.set(HEADS.getOrDefault(name, ""), node);
    }
    return group;
  }
}
