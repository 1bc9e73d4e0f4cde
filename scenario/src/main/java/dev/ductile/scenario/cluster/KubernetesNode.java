package dev.ductile.scenario.cluster;

import dev.ductile.api.Resources;
import dev.ductile.scenario.cluster.NodeSelection.Taint;
import dev.ductile.scenario.cluster.SourceNode.Availability;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A node of Kubernetes. */
record KubernetesNode(
    String name,
    Resources allocatable,
    Map<String, String> labels,
    List<Taint> taints,
    Availability availability) {
  /** Labels that say the type of the accelerators of a node. */
  private static final List<String> TYPES =
      List.of(
          "nvidia.com/gpu.product",
          "cloud.google.com/gke-accelerator",
          "cloud.google.com/gke-tpu-accelerator",
          "amd.com/gpu.product-name",
          "karpenter.k8s.aws/instance-gpu-name",
          "gpu.nvidia.com/model");

  private static final int LONGEST_VALUE = 128;

  static KubernetesNode of(Entry node) {
    boolean isReady =
        node.list("status", "conditions").stream()
            .filter(condition -> condition.text("type").filter("Ready"::equals).isPresent())
            .anyMatch(condition -> condition.text("status").filter("True"::equals).isPresent());
    boolean isCordoned = node.isTrue("spec", "unschedulable");
    var labels = new HashMap<>(node.texts("metadata", "labels"));
    labels.values().removeIf(value -> value.length() > LONGEST_VALUE);
    return new KubernetesNode(
        node.at().need("metadata").need("name").node().asText(),
        KubernetesQuantity.resources(node, "status", "allocatable"),
        labels,
        NodeSelection.taints(node),
        isReady ? isCordoned ? Availability.DRAINED : Availability.UP : Availability.DOWN);
  }

  /** The node with a label for each taint of the cluster that it does not have. */
  SourceNode node(Map<String, Taint> allTaints) {
    var all = new HashMap<>(labels);
    allTaints.keySet().forEach(label -> all.put(label, "true"));
    taints.forEach(taint -> all.remove(taint.label()));
    return new SourceNode(name, allocatable, all, deviceType(), availability);
  }

  private String deviceType() {
    Stream<String> types =
        TYPES.stream().flatMap(name -> Optional.ofNullable(labels.get(name)).stream());
    return types
        .map(type -> type.replaceAll("[^\\p{L}\\p{N}._:/@+-]", "-"))
        .filter(type -> !type.isEmpty())
        .findFirst()
        .orElse("");
  }
}
