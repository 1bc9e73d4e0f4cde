package dev.ductile.scenario.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Queue;
import dev.ductile.text.Document;
import dev.ductile.text.InputException;
import dev.ductile.text.Suggestion;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;

/**
 * Changes some settings of a queue, by the rules of a JSON merge patch (RFC 7396): a key that is
 * not given stays, and null takes a setting back to its default.
 */
public final class QueuePatch {
  private static final List<String> KEYS =
      Arrays.stream(QueueEntry.class.getRecordComponents()).map(RecordComponent::getName).toList();

  private QueuePatch() {}

  /**
   * The queue with these changes.
   *
   * @throws InputException with all mistakes in them
   */
  public static Queue changed(Queue queue, JsonNode changes) {
    String place = "queue " + queue.name();
    Document.tree(place, changes).root().requireObject();
    changes
        .fieldNames()
        .forEachRemaining(key -> {
          if (!KEYS.contains(key)) {
            throw new InputException(
                "%s: unknown key \"%s\"%s".formatted(place, key, Suggestion.phrase(key, KEYS)));
          }
        });
    ObjectNode keys = QueueWriter.tree(queue).without(List.of("name"));
    return ServerFile.queue(queue.name(), merged(keys, changes));
  }

  private static JsonNode merged(JsonNode now, JsonNode changes) {
    if (!(changes instanceof ObjectNode changed)) {
      return changes;
    }
    ObjectNode result = now instanceof ObjectNode object ? object.deepCopy() : changed.objectNode();
    changed
        .properties()
        .forEach(entry -> {
          if (entry.getValue().isNull()) {
            result.remove(entry.getKey());
          } else {
            result.set(entry.getKey(), merged(result.path(entry.getKey()), entry.getValue()));
          }
        });
    return result;
  }
}
