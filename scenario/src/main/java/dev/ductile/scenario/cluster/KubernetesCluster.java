package dev.ductile.scenario.cluster;

import dev.ductile.api.JobSpec;
import dev.ductile.scenario.cluster.KubernetesPod.Phase;
import dev.ductile.scenario.cluster.NodeSelection.Taint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Collects the objects of Kubernetes, and makes a snapshot of its nodes and pods. */
final class KubernetesCluster {
  private static final String SYSTEM = "kube-system";

  private final Snapshot snapshot;
  private final Kueue kueue;
  private final Map<String, KubernetesNode> nodes = new LinkedHashMap<>();
  private final List<KubernetesPod> pods = new ArrayList<>();
  private final Set<String> podNames = new HashSet<>();
  private final Map<String, Duration> limits = new HashMap<>();
  private final NamespaceQuotas quotas;

  KubernetesCluster(Snapshot snapshot, Kueue kueue) {
    this.snapshot = snapshot;
    this.kueue = kueue;
    this.quotas = new NamespaceQuotas(snapshot);
  }

  boolean hasNodes() {
    return !nodes.isEmpty();
  }

  /** Takes an object. */
  void take(String kind, Entry item) {
    switch (kind) {
      case "Node" -> {
        KubernetesNode node = KubernetesNode.of(item);
        nodes.put(node.name(), node);
        item.list("status", "conditions")
            .forEach(condition -> condition.time("lastHeartbeatTime").ifPresent(snapshot::seen));
      }
      case "Pod" -> add(KubernetesPod.of(item));
      case "Job" ->
          KubernetesPod.seconds(new Entry(item.at().need("spec")), "activeDeadlineSeconds")
              .ifPresent(limit -> limits.put(name(item), limit));
      case "ResourceQuota" -> quotas.take(item);
      default -> {
        if (!kueue.take(kind, item)) {
          snapshot
              .remarks()
              .add("objects of the kind %s say nothing about a state".formatted(kind));
        }
      }
    }
  }

  private static String name(Entry item) {
    return "%s/%s"
        .formatted(
            item.text("metadata", "namespace").orElse("default"),
            item.text("metadata", "name").orElse(""));
  }

  private void add(KubernetesPod pod) {
    if (podNames.add(pod.name())) {
      pods.add(pod);
    }
  }

  void finish() {
    Map<String, Taint> taints = new TreeMap<>();
    nodes
        .values()
        .forEach(node -> node.taints().forEach(taint -> taints.put(taint.label(), taint)));
    nodes.values().forEach(node -> snapshot.add(node.node(taints)));
    Map<String, List<KubernetesPod>> jobs = new LinkedHashMap<>();
    for (KubernetesPod pod : pods) {
      snapshot.seen(pod.times().created());
      pod.times().started().ifPresent(snapshot::seen);
      if (pod.phase() != Phase.ENDED) {
        quotas.count(pod);
        sort(pod, jobs);
      }
    }
    var selection = new NodeSelection(taints);
    jobs.values().forEach(group -> add(group, selection));
    kueue.addWaiting(selection);
    quotas.finish();
  }

  /** A pod is part of a job, or it uses its node beside the jobs. */
  private void sort(KubernetesPod pod, Map<String, List<KubernetesPod>> jobs) {
    PodOwner owner = pod.owner();
    boolean isUnknown = pod.node().isPresent() && !nodes.containsKey(pod.node().get());
    if (isUnknown) {
      snapshot
          .remarks()
          .add(
              "these pods are left out, because they are on nodes that the input does not have",
              "pod",
              pod.name());
    } else if (owner.isPartOfNode() || owner.namespace().equals(SYSTEM)) {
      takeOther(
          pod, "these pods are parts of the nodes and of Kubernetes; their resources are not free");
    } else if (pod.phase() == Phase.LEAVING) {
      takeOther(pod, "these pods are ending; their resources are not free");
    } else if (owner.isService() && !pod.usesDevices()) {
      takeOther(
          pod,
          "these pods are services or single pods without accelerators, so they are no jobs; their resources are not free");
    } else {
      String key =
          pod.workload().isEmpty()
              ? owner.kind() + " " + owner.id()
              : owner.namespace() + "/" + pod.workload();
      jobs.computeIfAbsent(key, any -> new ArrayList<>()).add(pod);
    }
  }

  private void takeOther(KubernetesPod pod, String sentence) {
    if (pod.node().isPresent()) {
      snapshot.takeOther(pod.node().get(), pod.requests());
      snapshot.remarks().add(sentence, "pod", pod.name());
    } else {
      snapshot
          .remarks()
          .add(
              "these pods are left out, because they have no node and are no jobs",
              "pod",
              pod.name());
    }
  }

  private void add(List<KubernetesPod> group, NodeSelection selection) {
    KubernetesPod first = group.getFirst();
    Optional<KueueWorkload> workload = kueue.admitted(first);
    String id = snapshot.newId(first.owner().id(), first.owner().kind());
    String queue =
        workload
            .flatMap(kueue::queue)
            .orElse(
                first.owner().namespace().isEmpty()
                    ? JobSpec.DEFAULT_QUEUE
                    : first.owner().namespace());
    int priority = workload.map(KueueWorkload::priority).orElse(first.priority());
    Optional<Duration> limit =
        workload.flatMap(KueueWorkload::limit).or(() -> jobLimit(first.owner()));
    new PodJob(snapshot, id, group)
        .job(new SourceJob.Label(id, "", queue, priority), limit, selection)
        .ifPresent(snapshot::add);
  }

  /** The time limit of a Job; objects of other kinds may have the same name. */
  private Optional<Duration> jobLimit(PodOwner owner) {
    return owner.kind().equals("Job")
        ? Optional.ofNullable(limits.get(owner.id()))
        : Optional.empty();
  }
}
