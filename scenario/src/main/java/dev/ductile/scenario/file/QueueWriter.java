package dev.ductile.scenario.file;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Cluster;
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import dev.ductile.api.Sharing;
import dev.ductile.api.Usage;
import dev.ductile.text.Quantity;
import java.util.Comparator;
import java.util.TreeMap;

/** Writes queues and their past use with the keys of a state file. */
final class QueueWriter {
  private QueueWriter() {}

  static void write(ObjectNode state, Cluster cluster) {
    if (!cluster.settings().queues().isEmpty()) {
      ArrayNode queues = state.putArray("queues");
      cluster.settings().queues().forEach(queue -> queues.add(tree(queue)));
    }
    if (!cluster.usage().accounts().isEmpty()) {
      writeUsage(state.putArray("usage"), cluster);
    }
  }

  private static void writeUsage(ArrayNode list, Cluster cluster) {
    cluster.usage().accounts().entrySet().stream()
        .sorted(Comparator.comparing(account -> account.getKey().toString()))
        .forEach(account -> {
          Usage.Account whose = account.getKey();
          list.addObject()
              .put("queue", whose.queue())
              .put("owner", whose.owner())
              .put("deviceSeconds", account.getValue().at(cluster.now()));
        });
  }

  static ObjectNode tree(Queue queue) {
    ObjectNode written = JsonNodeFactory.instance.objectNode().put("name", queue.name());
    if (!queue.quota().isNone() || queue.sharing().isEmpty()) {
      written.set("quota", resources(queue.quota()));
    }
    if (!queue.userQuota().isNone()) {
      written.set("userQuota", resources(queue.userQuota()));
    }
    queue.sharing().ifPresent(sharing -> write(sharing, written));
    queue.maxPriority().ifPresent(most -> written.put("maxPriority", most));
    return written;
  }

  private static void write(Sharing sharing, ObjectNode written) {
    if (!sharing.guaranteed().isNone()) {
      written.set("guaranteed", resources(sharing.guaranteed()));
    }
    written.put("weight", sharing.weight());
    if (!sharing.borrows()) {
      written.put("borrows", false);
    }
    sharing.halfLife().ifPresent(time -> written.put("halfLife", Quantity.text(time)));
  }

  private static ObjectNode resources(Resources resources) {
    ObjectNode amounts = JsonNodeFactory.instance.objectNode();
    new TreeMap<>(resources.amounts()).forEach(amounts::put);
    return amounts;
  }
}
