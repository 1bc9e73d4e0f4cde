package dev.ductile.scenario.file;

import dev.ductile.api.Demand;
import dev.ductile.api.Labels;
import dev.ductile.api.Node;
import dev.ductile.api.Nodes;
import dev.ductile.text.Suggestion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/** Checks that a cluster has nodes with the labels and the device type that a job requires. */
record NodeRequirement(Nodes cluster) {
  /** The nodes that the job may use; all nodes if there are none, or if it may use every node. */
  Nodes eligible(Demand demand) {
    if (demand.isAnywhere()) {
      return cluster;
    }
    List<Node> eligible = cluster.list().stream().filter(demand::accepts).toList();
    return eligible.isEmpty() ? cluster : Nodes.of(eligible);
  }

  /** The mistake in a requirement that no node meets; empty if the cluster is not known. */
  Optional<String> mistake(Demand demand) {
    return cluster.count() == 0 || cluster.list().stream().anyMatch(demand::accepts)
        ? Optional.empty()
        : Optional.of(sentence(demand));
  }

  private String sentence(Demand demand) {
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
