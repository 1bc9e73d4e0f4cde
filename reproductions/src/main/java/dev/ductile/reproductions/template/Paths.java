package dev.ductile.reproductions.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.text.Written;
import java.util.List;

/** Changes of a document: a value at a path such as {@code workload.jobs.0.work}. */
public final class Paths {
  private Paths() {}

  /** The document with another value at a path; missing groups on the path are created. */
  public static Written set(Written document, String path, Written value) {
    JsonNode changed = set(document.node().deepCopy(), List.of(path.split("\\.", -1)), value);
    return new Written(document.document(), document.trail(), changed);
  }

  /** The document merged with another: groups are merged, all other values are replaced. */
  public static Written over(Written document, Written above) {
    return new Written(
        document.document(), document.trail(), joined(document.node(), above.node()));
  }

  private static JsonNode set(JsonNode node, List<String> path, Written value) {
    if (path.isEmpty()) {
      return value.node();
    }
    String step = path.getFirst();
    List<String> rest = path.subList(1, path.size());
    if (node instanceof ArrayNode list) {
      int index = index(step, list.size(), value);
      list.set(index, set(list.get(index), rest, value));
      return list;
    }
    ObjectNode group = node instanceof ObjectNode known ? known : nothing();
    JsonNode member = group.get(step);
    group.set(step, set(member == null ? nothing() : member, rest, value));
    return group;
  }

  private static int index(String step, int size, Written value) {
    if (step.matches("[0-9]{1,6}") && Integer.parseInt(step) < size) {
      return Integer.parseInt(step);
    }
    throw value.wrong(
        "is to be put at \"%s\", but there is a list of %d elements".formatted(step, size));
  }

  private static JsonNode joined(JsonNode below, JsonNode above) {
    if (!(below instanceof ObjectNode group) || !(above instanceof ObjectNode changes)) {
      return above;
    }
    ObjectNode both = group.deepCopy();
    changes
        .properties()
        .forEach(change -> {
          JsonNode member = group.get(change.getKey());
          both.set(
              change.getKey(),
              member == null ? change.getValue() : joined(member, change.getValue()));
        });
    return both;
  }

  private static ObjectNode nothing() {
    return JsonNodeFactory.instance.objectNode();
  }
}
