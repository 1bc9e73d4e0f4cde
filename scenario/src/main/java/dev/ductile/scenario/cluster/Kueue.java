package dev.ductile.scenario.cluster;

import dev.ductile.api.Demand;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.scenario.cluster.KueueWorkload.Phase;
import dev.ductile.scenario.cluster.KueueWorkload.PodSet;
import dev.ductile.scenario.cluster.SourceNode.Availability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Collects the objects of Kueue. With nodes, its workloads are the jobs that wait, and its queues
 * the quotas. Without nodes, each flavor is one node that has the quotas of all queues.
 */
final class Kueue {
  private static final String QUEUE_LABEL = "clusterqueue/";

  private final Snapshot snapshot;
  private final Map<String, KueueWorkload> workloads = new LinkedHashMap<>();
  private final Map<String, KueueWorkload> byOwner = new HashMap<>();
  private final Map<String, KueueQueue> queues = new TreeMap<>();
  private final KueueLocalQueues localQueues = new KueueLocalQueues();
  private final Map<String, Map<String, String>> flavors = new TreeMap<>();
  private boolean hasObjects;

  Kueue(Snapshot snapshot) {
    this.snapshot = snapshot;
  }

  /** Whether the input has any object of Kueue. */
  boolean hasObjects() {
    return hasObjects;
  }

  boolean hasQuotas() {
    return !queues.isEmpty();
  }

  /** Takes an object; false if its kind is none of Kueue that a state can use. */
  boolean take(String kind, Entry item) {
    switch (kind) {
      case "Workload" -> add(KueueWorkload.of(item));
      case "ClusterQueue" -> {
        KueueQueue queue = KueueQueue.of(item);
        queues.put(queue.name(), queue);
      }
      case "LocalQueue" -> localQueues.take(item);
      case "ResourceFlavor" ->
          flavors.put(item.text("metadata", "name").orElse(""), item.texts("spec", "nodeLabels"));
      default -> {
        return false;
      }
    }
    hasObjects = true;
    return true;
  }

  private void add(KueueWorkload workload) {
    snapshot.seen(workload.created());
    workload.admitted().ifPresent(snapshot::seen);
    localQueues.take(workload);
    if (workload.phase() != Phase.ENDED) {
      workloads.put(workload.namespace() + "/" + workload.name(), workload);
      workload.owners().forEach(owner -> byOwner.put(owner, workload));
    }
  }

  /** The workload of a pod, which has then its queue, its priority and its limit of time. */
  Optional<KueueWorkload> admitted(KubernetesPod pod) {
    PodOwner owner = pod.owner();
    String named = owner.namespace() + "/" + pod.workload();
    KueueWorkload workload =
        workloads.containsKey(named)
            ? workloads.get(named)
            : byOwner.get(KueueWorkload.key(owner.kind(), owner.namespace(), owner.name()));
    if (workload != null) {
      workloads.remove(workload.namespace() + "/" + workload.name());
    }
    return Optional.ofNullable(workload);
  }

  /** The cluster queue of a workload, or its local queue if that is not known. */
  Optional<String> queue(KueueWorkload workload) {
    Optional<String> cluster = localQueues.clusterQueue(workload);
    if (cluster.isEmpty() && workload.queue().isEmpty()) {
      return Optional.empty();
    }
    if (cluster.isEmpty()) {
      remark("the LocalQueue of the job is not in the input (add localqueues)", workload);
    } else if (!queues.containsKey(cluster.get())) {
      remark("the ClusterQueue of the job is not in the input (add clusterqueues)", workload);
    }
    String local = KueueLocalQueues.key(workload.namespace(), workload.queue());
    return Optional.of(cluster.orElse(local));
  }

  private void remark(String sentence, KueueWorkload workload) {
    snapshot.remarks().job("%s, so its queue has no quota".formatted(sentence), workload.id());
  }

  /** With nodes: adds the workloads that have no pods yet, and the quotas. */
  void addWaiting(NodeSelection selection) {
    for (KueueWorkload workload : List.copyOf(workloads.values())) {
      if (workload.phase() == Phase.ADMITTED) {
        snapshot
            .remarks()
            .job(
                "the job is left out, because Kueue has admitted it and the input has no pods of it",
                workload.id());
        continue;
      }
      workload
          .workers()
          .ifPresentOrElse(
              set ->
                  snapshot.add(
                      waiting(
                          workload, set, set.requests(), flavorLabels(workload, set, selection))),
              () ->
                  snapshot
                      .remarks()
                      .job(
                          "the job is left out, because its pods ask for no resources",
                          workload.id()));
    }
    addQuotas();
  }

  private void addQuotas() {
    queues.values().forEach(queue -> snapshot.add(queue.queue(queues.values())));
    if (!queues.isEmpty()) {
      snapshot
          .remarks()
          .add(
              "the quota of a queue is the sum over its flavors with all that it can borrow; lending limits, cohorts of cohorts, fair sharing and preemption of Kueue are left out");
    }
  }

  /**
   * The labels of its nodes; also those of its flavor, if its queue has one for its accelerators.
   */
  private Map<String, String> flavorLabels(
      KueueWorkload workload, PodSet set, NodeSelection selection) {
    var labels =
        new HashMap<>(
            selection.labels(
                set.selection(),
                () ->
                    snapshot
                        .remarks()
                        .job(
                            "the affinity to nodes is ignored, because a state cannot express it",
                            workload.id())));
    KueueQueue queue = queues.get(queue(workload).orElse(""));
    if (queue != null) {
      Set<String> own = queue.flavors(flavorResource(set.requests(), queue));
      if (own.size() == 1) {
        labels.putAll(flavors.getOrDefault(own.iterator().next(), Map.of()));
      }
    }
    return labels;
  }

  /**
   * The resource that decides the flavor, of those that have one: an accelerator, else processors,
   * else any.
   */
  private static String flavorResource(Resources need, Predicate<String> hasFlavor) {
    List<String> names = need.amounts().keySet().stream().filter(hasFlavor).toList();
    return names.stream()
        .filter(Accelerators::isDevice)
        .findFirst()
        .or(() -> names.stream().filter(Resources.CPU::equals).findFirst())
        .or(() -> names.stream().findFirst())
        .orElse(Resources.CPU);
  }

  private static String flavorResource(Resources need, KueueQueue queue) {
    return flavorResource(need, name -> !queue.flavors(name).isEmpty());
  }

  private SourceJob waiting(
      KueueWorkload workload, PodSet set, Resources each, Map<String, String> labels) {
    if (workload.podSets().size() > 1) {
      snapshot
          .remarks()
          .job(
              "the job waits with pods beside its workers, such as a launcher, which are left out",
              workload.id());
    }
    return job(
        workload,
        set,
        Demand.perWorker(each).withLabels(snapshot.labels(workload.id(), labels)),
        Map.of(),
        workload.phase() == Phase.HELD ? SourceJob.Phase.HELD : SourceJob.Phase.WAITING);
  }

  private SourceJob job(
      KueueWorkload workload,
      PodSet set,
      Demand demand,
      Map<String, Size> on,
      SourceJob.Phase phase) {
    String id = snapshot.newId(workload.id(), workload.name());
    var start = on.isEmpty() ? Optional.<java.time.Instant>empty() : workload.admitted();
    return new SourceJob(
        new SourceJob.Label(
            id, "", queue(workload).orElse(JobSpec.DEFAULT_QUEUE), workload.priority()),
        new SourceJob.Times(
            workload.created(),
            start,
            start.map(at -> Duration.between(at, snapshot.time())).orElse(Duration.ZERO),
            workload.limit()),
        demand,
        Range.between(on.isEmpty() ? Math.max(1, set.least()) : set.count(), set.count()),
        Size.workers(set.count()),
        on,
        "",
        phase);
  }

  /** Without nodes: the flavors are the nodes, and the admitted workloads run on them. */
  void finishAlone() {
    snapshot
        .remarks()
        .add(
            "each flavor is one node with the quotas of all queues, because the input has no nodes, or --from kueue");
    Set<String> names = new java.util.TreeSet<>(flavors.keySet());
    queues.values().forEach(queue -> names.addAll(queue.flavors()));
    names.forEach(this::addFlavor);
    for (KueueWorkload workload : workloads.values()) {
      if (workload.phase() == Phase.ADMITTED) {
        addAdmitted(workload);
      } else {
        addUnadmitted(workload);
      }
    }
    addQuotas();
  }

  private void addFlavor(String flavor) {
    Resources all = Resources.NONE;
    var labels = new HashMap<>(flavors.getOrDefault(flavor, Map.of()));
    for (KueueQueue queue : queues.values()) {
      all = all.plus(queue.nominal(flavor));
      if (queue.flavors().contains(flavor)) {
        labels.put(QUEUE_LABEL + queue.name(), "true");
      }
    }
    snapshot.add(new SourceNode(flavor, all, labels, "", Availability.UP));
  }

  private void addUnadmitted(KueueWorkload workload) {
    Optional<PodSet> workers = workload.workers();
    if (workers.isEmpty()) {
      snapshot
          .remarks()
          .job("the job is left out, because its pods ask for no resources", workload.id());
      return;
    }
    KueueQueue queue = queues.get(queue(workload).orElse(""));
    Resources need = workers.get().requests();
    Resources each = queue == null ? need : queue.together(flavorResource(need, queue), need);
    if (each.isNone()) {
      snapshot
          .remarks()
          .job(
              "the job is left out, because its queue has no quota for the resources that it asks for",
              workload.id());
      return;
    }
    Map<String, String> labels =
        queue == null || queue.flavors(flavorResource(need, queue)).containsAll(flavors.keySet())
            ? Map.of()
            : Map.of(QUEUE_LABEL + queue.name(), "true");
    snapshot.add(waiting(workload, workers.get(), each, labels));
  }

  private void addAdmitted(KueueWorkload workload) {
    Optional<PodSet> workers = workload.workers();
    for (PodSet set : workload.podSets()) {
      String home =
          set.flavors()
              .getOrDefault(flavorResource(set.requests(), set.flavors()::containsKey), "");
      boolean isWorker = workers.filter(set::equals).isPresent() && snapshot.node(home).isPresent();
      var own = new ArrayList<String>();
      for (Map.Entry<String, Double> used : used(set).amounts().entrySet()) {
        String flavor = set.flavors().getOrDefault(used.getKey(), home);
        if (isWorker && flavor.equals(home)) {
          own.add(used.getKey());
        } else if (snapshot.node(flavor).isPresent()) {
          snapshot.takeOther(flavor, Resources.of(used.getKey(), used.getValue()));
          snapshot
              .remarks()
              .job(
                  "the job uses a second flavor or has pods beside its workers; that quota is not free, and is outside of its workers",
                  workload.id());
        }
      }
      if (isWorker) {
        addRunning(workload, set, home, own);
      }
    }
  }

  private static Resources used(PodSet set) {
    Resources used = set.used().isNone() ? set.requests().times(set.count()) : set.used();
    var counted = new HashMap<>(used.amounts());
    counted.keySet().removeIf(name -> !set.flavors().isEmpty() && !set.flavors().containsKey(name));
    return Resources.of(counted);
  }

  private void addRunning(KueueWorkload workload, PodSet set, String home, List<String> names) {
    var each = new HashMap<String, Double>();
    names.forEach(name -> each.put(name, used(set).amount(name) / set.count()));
    Resources worker = Resources.of(each);
    if (worker.isNone()) {
      snapshot.remarks().job("the job is left out, because it uses no quota", workload.id());
      return;
    }
    snapshot.add(
        job(
            workload,
            set,
            Demand.perWorker(worker),
            Map.of(home, Size.workers(set.count())),
            SourceJob.Phase.RUNNING));
  }
}
