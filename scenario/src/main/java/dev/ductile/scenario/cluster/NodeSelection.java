package dev.ductile.scenario.cluster;

import dev.ductile.api.Labels;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The nodes that a pod of Kubernetes accepts, as labels that its nodes must have. A taint becomes a
 * label of all nodes without it, which pods that do not tolerate the taint require.
 *
 * @param taints the taints of the cluster by the names of these labels
 */
record NodeSelection(Map<String, Taint> taints) {
  /** Taints for the condition of a node, which a state lists under its keys down and drained. */
  private static final String STATES = "node.kubernetes.io/(not-ready|unreachable|unschedulable)";

  /** A taint that keeps pods away. */
  record Taint(String key, String value, String effect) {
    /**
     * Its label, such as {@code untainted/spot:yes:NoSchedule}. No part of a taint has a colon, so
     * the label splits into them.
     */
    String label() {
      String plain = "%s:%s".formatted(value.isEmpty() ? key : key + ":" + value, effect);
      return ShortName.of(Labels.UNTAINTED + plain.replaceAll("[^\\p{L}\\p{N}._/:@+-]", "-"));
    }
  }

  /** The taints of a node that keep pods away. */
  static List<Taint> taints(Entry node) {
    return node.list("spec", "taints").stream()
        .filter(
            taint -> Set.of("NoSchedule", "NoExecute").contains(taint.text("effect").orElse("")))
        .filter(taint -> !taint.need("key").matches(STATES))
        .map(taint ->
            new Taint(taint.need("key"), taint.text("value").orElse(""), taint.need("effect")))
        .toList();
  }

  /** The labels that the nodes of a pod must have. */
  Map<String, String> labels(Entry spec, Runnable unsupported) {
    Map<String, String> labels = new TreeMap<>(spec.texts("nodeSelector"));
    labels.putAll(affinity(spec, unsupported));
    taints.forEach((label, taint) -> {
      if (spec.list("tolerations").stream().noneMatch(one -> tolerates(one, taint))) {
        labels.put(label, "true");
      }
    });
    return labels;
  }

  private static boolean tolerates(Entry toleration, Taint taint) {
    boolean isKey = toleration.text("key").map(taint.key()::equals).orElse(true);
    boolean isEffect = toleration.text("effect").map(taint.effect()::equals).orElse(true);
    boolean isAnyValue = toleration.text("operator").orElse("Equal").equals("Exists");
    return isKey
        && isEffect
        && (isAnyValue || toleration.text("value").orElse("").equals(taint.value()));
  }

  /** Required affinity of one term with single values; the others have no labels. */
  private static Map<String, String> affinity(Entry spec, Runnable unsupported) {
    Map<String, String> labels = new LinkedHashMap<>();
    List<Entry> terms =
        spec.list(
            "affinity",
            "nodeAffinity",
            "requiredDuringSchedulingIgnoredDuringExecution",
            "nodeSelectorTerms");
    if (terms.isEmpty()) {
      return labels;
    }
    List<Entry> rules = terms.getFirst().list("matchExpressions");
    boolean isSimple = terms.size() == 1 && terms.getFirst().list("matchFields").isEmpty();
    for (Entry rule : rules) {
      List<Entry> values = rule.list("values");
      if (!isSimple || !rule.need("operator").equals("In") || values.size() != 1) {
        unsupported.run();
      } else {
        labels.put(rule.need("key"), values.getFirst().at().node().asText());
      }
    }
    if (rules.isEmpty() || !isSimple) {
      unsupported.run();
    }
    return labels;
  }
}
