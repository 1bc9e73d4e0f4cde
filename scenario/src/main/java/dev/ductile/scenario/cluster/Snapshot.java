package dev.ductile.scenario.cluster;

import dev.ductile.api.Demand;
import dev.ductile.api.Device;
import dev.ductile.api.Labels;
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.text.InputException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The cluster that a reader of another system collects: nodes, jobs, queues, and all other use. */
final class Snapshot {
  private static final int MOST_JOBS = 1_000_000;

  private final Remarks remarks;
  private final Map<String, SourceNode> nodes = new LinkedHashMap<>();
  private final Map<String, Resources> others = new HashMap<>();
  private final List<SourceJob> jobs = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private final List<Queue> queues = new ArrayList<>();
  private Instant latest = Instant.EPOCH;

  Snapshot(Remarks remarks) {
    this.remarks = remarks;
  }

  Remarks remarks() {
    return remarks;
  }

  /** The latest time in the input, which is the time of the picture. */
  Instant time() {
    return latest;
  }

  void seen(Instant time) {
    latest = time.isAfter(latest) ? time : latest;
  }

  void add(SourceNode node) {
    nodes.put(node.name(), node);
  }

  Optional<SourceNode> node(String name) {
    return Optional.ofNullable(nodes.get(ShortName.of(name)));
  }

  Collection<SourceNode> nodes() {
    return nodes.values();
  }

  /** Resources of a node that no job of the state holds. */
  void takeOther(String node, Resources amount) {
    others.merge(ShortName.of(node), amount, Resources::plus);
  }

  Resources other(String node) {
    return others.getOrDefault(ShortName.of(node), Resources.NONE);
  }

  void add(SourceJob job) {
    if (jobs.size() == MOST_JOBS) {
      throw new InputException(
          "the input has more than %d jobs, which is the most that a state may have"
              .formatted(MOST_JOBS));
    }
    if (!names.add(job.id())) {
      remarks.job(
          "the job is left out, because a job of this name is in the state already", job.id());
      return;
    }
    seen(job.times().arrived());
    job.times().started().ifPresent(this::seen);
    jobs.add(job.withDemand(met(job)));
  }

  /** The requirements of a job without those that nodes of its tasks do not meet. */
  private Demand met(SourceJob job) {
    Demand demand = job.demand();
    List<SourceNode> own =
        job.on().keySet().stream()
            .flatMap(name -> node(name).stream())
            .filter(node -> !node.isDown())
            .toList();
    var labels = new HashMap<>(demand.labels().values());
    labels
        .entrySet()
        .removeIf(label ->
            own.stream()
                .anyMatch(node -> !label.getValue().equals(node.labels().get(label.getKey()))));
    String type = demand.device().type();
    boolean hasType = own.stream().allMatch(node -> node.deviceType().equals(type));
    if (labels.size() < demand.labels().values().size() || (!type.isEmpty() && !hasType)) {
      remarks.job(
          "the job has tasks on nodes that its requirements exclude, so these requirements are left out",
          job.id());
    }
    Device device = hasType ? demand.device() : new Device(demand.device().resource(), "");
    return demand.withLabels(Labels.of(labels)).withDevice(device);
  }

  /** A name for a job: its own, or with its kind if another job has it. */
  String newId(String name, String kind) {
    String id = ShortName.of(name);
    return names.contains(id) ? ShortName.of("%s-%s".formatted(name, kind)) : id;
  }

  List<SourceJob> jobs() {
    return jobs;
  }

  /** The labels that a job requires; none if there are more than a job may have. */
  Labels labels(String job, Map<String, String> labels) {
    if (labels.size() > Labels.MOST) {
      remarks.job(
          "the job requires more than %d labels of nodes, so it may use all".formatted(Labels.MOST),
          job);
      return Labels.NONE;
    }
    var shortened = new HashMap<String, String>();
    labels.forEach((name, value) -> shortened.put(ShortName.of(name), value));
    return Labels.of(shortened);
  }

  void add(Queue queue) {
    queues.add(queue);
  }

  List<Queue> queues() {
    return queues;
  }

  /** The resources that the tasks of the jobs hold on each node. */
  Map<String, Resources> held() {
    var held = new HashMap<String, Resources>();
    for (SourceJob job : jobs) {
      for (Map.Entry<String, Size> share : job.on().entrySet()) {
        held.merge(share.getKey(), job.demand().of(share.getValue()), Resources::plus);
      }
    }
    return held;
  }
}
