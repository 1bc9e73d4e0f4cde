package dev.ductile.scenario.cluster;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Device;
import dev.ductile.api.Labels;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import dev.ductile.scenario.cluster.SourceNode.Availability;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Writes a snapshot as a state file. A node has the resources that its jobs hold and could be
 * given: all other use is subtracted.
 */
final class StateTree {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Snapshot snapshot;
  private final ImportSettings settings;
  private final Map<String, Resources> held;
  private final Set<String> resources;
  private final Set<String> labels;
  private final String device;

  /** The nodes that are up, with what is left for jobs. */
  private final List<SourceNode> up = new ArrayList<>();

  StateTree(Snapshot snapshot, ImportSettings settings) {
    this.snapshot = snapshot;
    this.settings = settings;
    this.held = snapshot.held();
    this.device = device();
    this.resources = resources();
    this.labels = labels();
    snapshot.nodes().stream().filter(node -> !node.isDown()).forEach(this::addUp);
  }

  ObjectNode state() {
    ObjectNode state = NODES.objectNode().put("time", snapshot.time().toString());
    state.set("cluster", cluster());
    names(state, "drained", Availability.DRAINED);
    names(state, "down", Availability.DOWN);
    if (!snapshot.queues().isEmpty()) {
      ArrayNode queues = state.putArray("queues");
      snapshot.queues().forEach(queue -> queues.add(queue(queue)));
    }
    ArrayNode jobs = state.putArray("jobs");
    new StateJobs(snapshot, settings, nodes(), device).trees().forEach(jobs::add);
    return state;
  }

  /** The accelerators that the cluster has most of; GPUs if it has any, or none at all. */
  private String device() {
    var counts = new TreeMap<String, Double>();
    for (SourceNode node : snapshot.nodes()) {
      node.capacity().amounts().forEach((name, amount) -> counts.merge(name, amount, Double::sum));
    }
    return counts.containsKey(Resources.GPU)
        ? Resources.GPU
        : Accelerators.OTHERS.stream()
            .filter(counts::containsKey)
            .max((one, other) ->
                Double.compare(counts.getOrDefault(one, 0.0), counts.getOrDefault(other, 0.0)))
            .orElse(Resources.GPU);
  }

  /** The resources that decide where jobs can run. */
  private Set<String> resources() {
    var names = new HashSet<>(List.of(Resources.CPU, Resources.MEMORY, Resources.GPU, device));
    snapshot
        .jobs()
        .forEach(job -> {
          names.addAll(job.demand().worker().amounts().keySet());
          names.addAll(job.demand().server().amounts().keySet());
        });
    return names;
  }

  private Set<String> labels() {
    var names = new HashSet<String>();
    snapshot.jobs().forEach(job -> names.addAll(job.demand().labels().values().keySet()));
    return names;
  }

  private void addUp(SourceNode node) {
    Resources free = node.capacity().minus(snapshot.other(node.name()));
    Resources needed = held.getOrDefault(node.name(), Resources.NONE);
    Resources kept = kept(free);
    if (!needed.fitsIn(kept)) {
      snapshot
          .remarks()
          .node(
              "jobs hold more than the node has, so the state says that the node is full",
              node.name());
      kept = PodRequests.largest(kept, needed);
    }
    if (node.availability() == Availability.DRAINED && !needed.isNone()) {
      snapshot
          .remarks()
          .node(
              "the node is drained but has tasks: the other system lets them end, a decision on the state moves them",
              node.name());
    }
    if (kept.isNone()) {
      snapshot
          .remarks()
          .node("the node is left out, because nothing on it is left for jobs", node.name());
    } else {
      up.add(node.withCapacity(kept));
    }
  }

  private Resources kept(Resources all) {
    var kept = new HashMap<>(all.amounts());
    kept.keySet().retainAll(resources);
    return Resources.of(kept);
  }

  private ObjectNode cluster() {
    ObjectNode cluster = NODES.objectNode();
    if (!device.equals(Resources.GPU)) {
      cluster.put("device", device);
    }
    ArrayNode nodes = cluster.putArray("nodes");
    up.forEach(node -> nodes.add(node(node)));
    return cluster;
  }

  private ObjectNode node(SourceNode node) {
    ObjectNode written = NODES.objectNode().put("id", node.name());
    written.set("resources", amounts(node.capacity()));
    Map<String, String> required = required(node);
    if (!required.isEmpty()) {
      ObjectNode values = written.putObject("labels");
      required.forEach(values::put);
    }
    if (!node.deviceType().isEmpty()) {
      written.put("deviceType", node.deviceType());
    }
    return written;
  }

  private Map<String, String> required(SourceNode node) {
    var required = new TreeMap<>(node.labels());
    required.keySet().retainAll(labels);
    if (required.size() > Labels.MOST) {
      snapshot
          .remarks()
          .node(
              "the node has more than %d labels that jobs require; the others are left out"
                  .formatted(Labels.MOST),
              node.name());
      while (required.size() > Labels.MOST) {
        required.pollLastEntry();
      }
    }
    return required;
  }

  private Nodes nodes() {
    return Nodes.of(
        up.stream()
            .map(node ->
                new Node(
                    new NodeId(node.name()),
                    node.capacity(),
                    Labels.of(required(node)),
                    new Device(device, node.deviceType())))
            .toList());
  }

  private void names(ObjectNode state, String key, Availability availability) {
    var names = new TreeSet<String>();
    Set<String> written = new HashSet<>();
    up.forEach(node -> written.add(node.name()));
    for (SourceNode node : snapshot.nodes()) {
      if (node.availability() == availability && (node.isDown() || written.contains(node.name()))) {
        names.add(node.name());
      }
    }
    if (!names.isEmpty()) {
      ArrayNode list = state.putArray(key);
      names.forEach(list::add);
    }
  }

  private static ObjectNode queue(Queue queue) {
    ObjectNode written = NODES.objectNode().put("name", queue.name());
    written.set("quota", amounts(queue.quota()));
    return written;
  }

  private static ObjectNode amounts(Resources resources) {
    ObjectNode amounts = NODES.objectNode();
    resources
        .amounts()
        .forEach((name, amount) -> {
          if (amount == Math.rint(amount) && amount < 1e15) {
            amounts.put(name, (long) (double) amount);
          } else {
            amounts.put(name, amount);
          }
        });
    return amounts;
  }
}
