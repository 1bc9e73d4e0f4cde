package dev.ductile.scenario.file;

import dev.ductile.api.Demand;
import dev.ductile.api.Labels;
import dev.ductile.api.Node;
import dev.ductile.api.Nodes;
import dev.ductile.text.Suggestion;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;

/** Checks that a cluster has nodes with the labels and the device type that a job requires. */
record NodeRequirement(Nodes cluster) {
  /** The nodes that the job may use; all nodes if the cluster is not known. */
  Nodes eligible(Demand demand) {
    if (demand.isAnywhere() || cluster.count() == 0) {
      return cluster;
    }
    List<Node> eligible = cluster.list().stream().filter(demand::accepts).toList();
    if (eligible.isEmpty()) {
      throw new IllegalArgumentException(mistake(demand));
    }
    return Nodes.of(eligible);
  }

  private String mistake(Demand demand) {
    String type = demand.device().type();
    var types = values(node -> node.device().type());
    if (!type.isEmpty() && !types.contains(type)) {
      return "deviceType is \"%s\", which no node has%s"
          .formatted(type, Suggestion.phrase(type, types));
    }
    for (Map.Entry<String, String> label : demand.labels().values().entrySet()) {
      String name = label.getKey();
      if (cluster.list().stream().noneMatch(node -> node.labels().has(name))) {
        return "nodeLabels has \"%s\", a label that no node has%s"
            .formatted(name, Suggestion.phrase(name, names()));
      }
      if (cluster.list().stream().noneMatch(node -> node.labels().contains(only(label)))) {
        var values = values(node -> node.labels().values().getOrDefault(name, ""));
        return "nodeLabels has %s, a value that no node has%s"
            .formatted(only(label), Suggestion.phrase(label.getValue(), values));
      }
    }
    return "no node has all that the job requires of its nodes: "
        + demand.requirement().orElseThrow();
  }

  private static Labels only(Map.Entry<String, String> label) {
    return Labels.of(label.getKey(), label.getValue());
  }

  private TreeSet<String> names() {
    var names = new TreeSet<String>();
    cluster.list().forEach(node -> names.addAll(node.labels().values().keySet()));
    return names;
  }

  private TreeSet<String> values(Function<Node, String> value) {
    var values = new TreeSet<String>();
    cluster.list().forEach(node -> values.add(value.apply(node)));
    values.remove("");
    return values;
  }
}
