package dev.ductile.scenario.cluster;

import dev.ductile.api.Resources;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A workload of Kueue: the request of one job.
 *
 * @param owners the objects that it stands for, as {@code kind namespace/name} in lower case
 * @param queue its local queue
 * @param clusterQueue the queue that has reserved quota for it; empty for none
 * @param admitted the time of that reservation
 */
record KueueWorkload(
    String namespace,
    String name,
    List<String> owners,
    String queue,
    int priority,
    Phase phase,
    Instant created,
    Optional<Instant> admitted,
    Optional<Duration> limit,
    String clusterQueue,
    List<PodSet> podSets) {
  /** The phase of a workload. */
  enum Phase {
    WAITING,
    /** Waiting, and deactivated. */
    HELD,
    ADMITTED,
    ENDED
  }

  /**
   * Equal pods of a workload.
   *
   * @param least the smallest number of pods with which it can be admitted
   * @param flavors the flavor of each resource; none before its admission
   * @param used the quota that all its pods use; none before its admission
   */
  record PodSet(
      String name,
      int count,
      int least,
      Resources requests,
      Entry selection,
      Map<String, String> flavors,
      Resources used) {}

  static KueueWorkload of(Entry item) {
    Entry spec = new Entry(item.at().need("spec"));
    String namespace = item.text("metadata", "namespace").orElse("default");
    Map<String, String> conditions = conditions(item);
    boolean isReserved = item.find("status", "admission").isPresent();
    boolean isActive = spec.text("active").map("true"::equals).orElse(true);
    Phase waiting = isActive ? Phase.WAITING : Phase.HELD;
    return new KueueWorkload(
        namespace,
        item.text("metadata", "name").orElse("workload"),
        owners(item, namespace),
        spec.text("queueName").orElse(""),
        spec.integer("priority"),
        conditions.containsKey("Finished") ? Phase.ENDED : isReserved ? Phase.ADMITTED : waiting,
        item.time("metadata", "creationTimestamp").orElse(Instant.EPOCH),
        isReserved ? admitted(item) : Optional.empty(),
        KubernetesPod.seconds(spec, "maximumExecutionTimeSeconds"),
        item.text("status", "admission", "clusterQueue").orElse(""),
        podSets(item, spec));
  }

  /** The conditions that are true. */
  private static Map<String, String> conditions(Entry item) {
    var conditions = new HashMap<String, String>();
    for (Entry condition : item.list("status", "conditions")) {
      if (condition.text("status").filter("True"::equals).isPresent()) {
        conditions.put(condition.need("type"), condition.text("lastTransitionTime").orElse(""));
      }
    }
    return conditions;
  }

  private static Optional<Instant> admitted(Entry item) {
    return item.list("status", "conditions").stream()
        .filter(condition -> condition.text("type").orElse("").matches("Admitted|QuotaReserved"))
        .flatMap(condition -> condition.time("lastTransitionTime").stream())
        .max(Instant::compareTo);
  }

  private static List<String> owners(Entry item, String namespace) {
    return item.list("metadata", "ownerReferences").stream()
        .map(owner -> key(owner.need("kind"), namespace, owner.need("name")))
        .toList();
  }

  static String key(String kind, String namespace, String name) {
    return "%s %s/%s".formatted(kind.toLowerCase(Locale.ROOT), namespace, name);
  }

  private static List<PodSet> podSets(Entry item, Entry spec) {
    Map<String, Entry> assigned = new HashMap<>();
    item.list("status", "admission", "podSetAssignments")
        .forEach(assignment -> assigned.put(assignment.text("name").orElse("main"), assignment));
    var sets = new ArrayList<PodSet>();
    for (Entry set : spec.list("podSets")) {
      Entry pod = new Entry(set.at().need("template").need("spec"));
      String name = set.text("name").orElse("main");
      Optional<Entry> assignment = Optional.ofNullable(assigned.get(name));
      int asked = (int) set.number("count").orElse(1);
      int count = assignment.map(one -> (int) one.number("count").orElse(asked)).orElse(asked);
      sets.add(
          new PodSet(
              name,
              count,
              (int) Math.min(count, set.number("minCount").orElse(asked)),
              PodRequests.of(pod),
              KubernetesPod.selection(pod),
              assignment.map(KueueWorkload::flavors).orElse(Map.of()),
              assignment
                  .map(one -> KubernetesQuantity.resources(one, "resourceUsage"))
                  .orElse(Resources.NONE)));
    }
    return List.copyOf(sets);
  }

  private static Map<String, String> flavors(Entry assignment) {
    var flavors = new HashMap<String, String>();
    assignment
        .texts("flavors")
        .forEach((resource, flavor) -> flavors.put(Accelerators.name(resource), flavor));
    return flavors;
  }

  /** The name of the job in a state: that of its owner. */
  String id() {
    return owners.isEmpty()
        ? "%s/%s".formatted(namespace, name)
        : owners.getFirst().substring(owners.getFirst().indexOf(' ') + 1);
  }

  /** The pods that are its workers: those with the most accelerators, then the largest number. */
  Optional<PodSet> workers() {
    return podSets.stream()
        .filter(set -> set.count() > 0 && !set.requests().isNone())
        .max((one, other) -> {
          int byDevices = Double.compare(devices(one), devices(other));
          return byDevices != 0 ? byDevices : Integer.compare(one.count(), other.count());
        });
  }

  private static double devices(PodSet set) {
    return set.requests().amounts().entrySet().stream()
        .filter(amount -> Accelerators.isDevice(amount.getKey()))
        .mapToDouble(amount -> amount.getValue() * set.count())
        .sum();
  }
}
