package dev.ductile.engines.supervision;

import dev.ductile.api.NodeId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reports about nodes that wait for the engine's thread. Of each node the last loss and the return
 * after it are kept, so the queue has at most two entries for each node.
 */
final class NodeChanges {
  private Map<NodeId, List<PlatformEvent>> waiting = new LinkedHashMap<>();

  synchronized void add(PlatformEvent.NodeDown down) {
    waiting.put(down.node(), new ArrayList<>(List.of(down)));
  }

  synchronized void add(PlatformEvent.NodeUp up) {
    List<PlatformEvent> ofNode = waiting.computeIfAbsent(up.node().id(), _ -> new ArrayList<>());
    ofNode.removeIf(PlatformEvent.NodeUp.class::isInstance);
    ofNode.add(up);
  }

  synchronized List<PlatformEvent> take() {
    List<PlatformEvent> taken = waiting.values().stream().flatMap(List::stream).toList();
    waiting = new LinkedHashMap<>();
    return taken;
  }
}
