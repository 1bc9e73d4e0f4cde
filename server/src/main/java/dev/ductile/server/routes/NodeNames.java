package dev.ductile.server.routes;

import dev.ductile.rest.NodeView;
import dev.ductile.server.cluster.ClusterQueries;
import dev.ductile.server.http.Refusal;
import dev.ductile.text.Suggestion;
import java.util.List;

/** Finds the nodes that requests name. */
record NodeNames(ClusterQueries cluster) {
  /** The node of this name, also one that is down. */
  NodeView find(String name) {
    List<NodeView> nodes = cluster.nodes().items();
    return nodes.stream()
        .filter(node -> node.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            Refusal.notFound(
                "there is no node %s%s"
                    .formatted(
                        name,
                        Suggestion.phrase(name, nodes.stream().map(NodeView::name).toList()))));
  }
}
