package dev.ductile.scenario.cluster;

import dev.ductile.api.Resources;
import dev.ductile.scenario.cluster.SourceNode.Availability;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A node in the output of {@code sinfo --json} or {@code scontrol show nodes --json}.
 *
 * @param allocated the resources that jobs hold; empty if the output joins several nodes
 */
record SlurmNode(
    String name,
    Resources capacity,
    Optional<Resources> allocated,
    Set<String> gpuTypes,
    Set<String> states,
    Set<String> partitions,
    List<String> features) {
  /** Resources and labels of one GPU type of a node that has several. */
  static final String TYPED = "gpu:";

  static final String PARTITION = "partition/";

  private static final Set<String> DOWN =
      Set.of("DOWN", "ERROR", "UNKNOWN", "NOT_RESPONDING", "NO_RESPOND", "INVALID_REG");
  private static final Set<String> DRAINED =
      Set.of("DRAIN", "DRAINED", "DRAINING", "FAIL", "FAILING", "MAINT", "MAINTENANCE");

  /** One node, as {@code scontrol show nodes} and older releases of {@code sinfo} list it. */
  static SlurmNode ofNodes(Entry node) {
    List<SlurmAmount> gres = SlurmAmount.list(node, "gres");
    double cpus = node.number("effective_cpus").orElse(0);
    double memory =
        Math.max(0, node.amount("real_memory") - node.amount("specialized_memory"))
            * SlurmAmount.MEBIBYTE;
    var used =
        resources(
            node.amount("alloc_cpus"),
            node.amount("alloc_memory") * SlurmAmount.MEBIBYTE,
            SlurmAmount.list(node, "gres_used"),
            isMixed(gres));
    return new SlurmNode(
        node.need("name"),
        resources(cpus > 0 ? cpus : node.amount("cpus"), memory, gres, isMixed(gres)),
        Optional.of(used),
        types(gres),
        states(node.words("state"), node.words("state_flags")),
        words(node, "partitions"),
        List.copyOf(words(node, "active_features")));
  }

  /** An element of the list {@code sinfo}: the nodes of a partition that are alike. */
  static List<SlurmNode> ofSinfo(Entry row) {
    List<String> names = names(row);
    List<SlurmAmount> gres = SlurmAmount.list(row, "gres", "total");
    Optional<Resources> allocated =
        names.size() == 1
            ? Optional.of(
                resources(
                    row.amount("cpus", "allocated"),
                    row.amount("memory", "allocated") * SlurmAmount.MEBIBYTE,
                    SlurmAmount.list(row, "gres", "used"),
                    isMixed(gres)))
            : Optional.empty();
    Resources capacity =
        resources(
            row.amount("cpus", "minimum"),
            row.amount("memory", "minimum") * SlurmAmount.MEBIBYTE,
            gres,
            isMixed(gres));
    List<String> states = row.find("node").map(node -> node.words("state")).orElse(List.of());
    Set<String> partition = row.text("partition", "name").map(Set::of).orElse(Set.of());
    List<String> features =
        row.text("features", "active").map(text -> List.of(text.split(","))).orElse(List.of());
    return names.stream()
        .map(name ->
            new SlurmNode(
                name,
                capacity,
                allocated,
                types(gres),
                states(states, List.of()),
                partition,
                features))
        .toList();
  }

  private static List<String> names(Entry row) {
    var names = new ArrayList<String>();
    for (Entry list : row.list("nodes", "nodes")) {
      names.addAll(list.at().made(() -> HostList.names(list.at().node().asText())));
    }
    return names;
  }

  private static Set<String> words(Entry owner, String key) {
    var words = new TreeSet<String>();
    owner.words(key).forEach(word -> words.addAll(List.of(word.split(","))));
    words.remove("");
    return words;
  }

  private static Set<String> states(List<String> states, List<String> flags) {
    var all = new HashSet<String>();
    for (List<String> words : List.of(states, flags)) {
      words.forEach(
          word -> all.add(word.toUpperCase(Locale.ROOT).replaceAll("[*~#!%$@^+-]+$", "")));
    }
    return all;
  }

  /** Whether a node has GPUs of several types, such as the slices of one GPU. */
  private static boolean isMixed(List<SlurmAmount> gres) {
    return types(gres).size() > 1;
  }

  private static Set<String> types(List<SlurmAmount> gres) {
    var types = new TreeSet<String>();
    gres.stream()
        .filter(amount -> amount.name().equals(SlurmAmount.GPU) && !amount.type().isEmpty())
        .forEach(amount -> types.add(amount.type()));
    return types;
  }

  /** Resources in the names of a state; GPUs of a mixed node also by their types. */
  static Resources resources(
      double cpus, double memory, List<SlurmAmount> amounts, boolean isMixed) {
    var all = new TreeMap<String, Double>();
    all.put(Resources.CPU, cpus);
    all.put(Resources.MEMORY, memory);
    for (SlurmAmount amount : amounts) {
      if (!amount.isGeneric()) {
        continue;
      }
      String name = amount.name().equals(SlurmAmount.GPU) ? Resources.GPU : amount.name();
      all.put(name, SlurmAmount.sum(amounts, amount.name()));
      if (isMixed && name.equals(Resources.GPU) && !amount.type().isEmpty()) {
        all.merge(TYPED + amount.type(), amount.count(), Double::sum);
      }
    }
    return Resources.of(all);
  }

  boolean isMixed() {
    return gpuTypes.size() > 1;
  }

  /** Whether the node exists in the configuration only. */
  boolean isFuture() {
    return states.contains("FUTURE");
  }

  /** The same node as another row shows it: in the partitions of both. */
  SlurmNode with(SlurmNode other) {
    var both = new TreeSet<>(partitions);
    both.addAll(other.partitions);
    return new SlurmNode(
        name,
        capacity,
        allocated.or(other::allocated),
        gpuTypes,
        states,
        both,
        features.isEmpty() ? other.features : features);
  }

  SourceNode node() {
    Map<String, String> labels = new HashMap<>();
    features.forEach(feature -> labels.put(feature, "true"));
    partitions.forEach(partition -> labels.put(PARTITION + partition, "true"));
    String type = gpuTypes.size() == 1 ? gpuTypes.iterator().next() : "";
    return new SourceNode(name, capacity, labels, type, availability());
  }

  private Availability availability() {
    if (states.stream().anyMatch(DOWN::contains)) {
      return Availability.DOWN;
    }
    return states.stream().anyMatch(DRAINED::contains) ? Availability.DRAINED : Availability.UP;
  }
}
