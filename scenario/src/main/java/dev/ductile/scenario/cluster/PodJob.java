package dev.ductile.scenario.cluster;

import dev.ductile.api.Demand;
import dev.ductile.api.Device;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.scenario.cluster.KubernetesPod.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The pods of one owner as a job: a worker is a pod. Workers are the largest group of pods with
 * equal requests, by their accelerators and then by their number; parameter servers are known by a
 * label. Pods such as launchers, which are neither, use their nodes beside the job.
 */
final class PodJob {
  private final Snapshot snapshot;
  private final String id;
  private final List<KubernetesPod> workers;
  private final List<KubernetesPod> servers;

  PodJob(Snapshot snapshot, String id, List<KubernetesPod> pods) {
    this.snapshot = snapshot;
    this.id = id;
    this.workers = largest(pods.stream().filter(pod -> !pod.isServer()).toList());
    List<KubernetesPod> equalServers =
        largest(pods.stream().filter(KubernetesPod::isServer).toList());
    this.servers = isNeeded(workers) ? equalServers : List.of();
    var others = new ArrayList<>(pods);
    others.removeAll(workers);
    others.removeAll(servers);
    others.forEach(this::addOther);
  }

  private static List<KubernetesPod> largest(List<KubernetesPod> pods) {
    Map<Resources, List<KubernetesPod>> groups = new LinkedHashMap<>();
    pods.forEach(pod -> groups.computeIfAbsent(pod.requests(), key -> new ArrayList<>()).add(pod));
    return groups.values().stream()
        .max(Comparator.comparingDouble(PodJob::devices).thenComparingInt(List::size))
        .orElse(List.of());
  }

  private static double devices(List<KubernetesPod> pods) {
    return pods.stream().mapToDouble(KubernetesPod::devices).sum();
  }

  private static boolean isNeeded(List<KubernetesPod> pods) {
    return !pods.isEmpty() && !pods.getFirst().requests().isNone();
  }

  private void addOther(KubernetesPod pod) {
    pod.node().ifPresent(node -> snapshot.takeOther(node, pod.requests()));
    snapshot
        .remarks()
        .job(
            "the job has pods beside its workers, such as a launcher; they are not tasks, and use their nodes",
            id);
  }

  /** The job; empty if its pods ask for nothing. */
  Optional<SourceJob> job(SourceJob.Label label, Optional<Duration> limit, NodeSelection nodes) {
    if (!isNeeded(workers)) {
      snapshot.remarks().job("the job is left out, because its pods ask for no resources", id);
      return Optional.empty();
    }
    List<KubernetesPod> placed = placed(workers);
    boolean runs = !placed.isEmpty();
    if (!runs) {
      placed(servers).forEach(pod -> snapshot.takeOther(pod.node().orElseThrow(), pod.requests()));
    }
    int serverCount = runs ? placed(servers).size() : servers.size();
    Map<String, Size> on = new HashMap<>();
    if (runs) {
      placed.forEach(pod -> on.merge(pod.node().orElseThrow(), Size.workers(1), Size::plus));
      placed(servers)
          .forEach(pod -> on.merge(pod.node().orElseThrow(), new Size(0, 1), Size::plus));
    }
    return Optional.of(
        new SourceJob(
            label,
            times(runs, limit),
            demand(serverCount, nodes),
            sizes(placed.size()),
            new Size(workers.size(), serverCount),
            on,
            "",
            phase(placed)));
  }

  private static List<KubernetesPod> placed(List<KubernetesPod> pods) {
    return pods.stream().filter(pod -> pod.node().isPresent()).toList();
  }

  private Range sizes(int placed) {
    if (placed == 0 || placed == workers.size()) {
      return Range.exactly(workers.size());
    }
    snapshot
        .remarks()
        .job(
            "some pods of the job have a node and others wait, so it may have any size between",
            id);
    return Range.between(placed, workers.size());
  }

  private static SourceJob.Phase phase(List<KubernetesPod> placed) {
    if (placed.isEmpty()) {
      return SourceJob.Phase.WAITING;
    }
    return placed.stream().allMatch(pod -> pod.phase() == Phase.STARTING)
        ? SourceJob.Phase.STARTING
        : SourceJob.Phase.RUNNING;
  }

  private Demand demand(int serverCount, NodeSelection nodes) {
    Map<String, String> labels =
        nodes.labels(
            workers.getFirst().selection(),
            () ->
                snapshot
                    .remarks()
                    .job(
                        "the affinity to nodes is ignored, because a state cannot express it", id));
    return new Demand(
        workers.getFirst().requests(),
        serverCount > 0 ? servers.getFirst().requests() : Resources.NONE,
        Resources.NONE,
        Device.GPU,
        snapshot.labels(id, labels));
  }

  private SourceJob.Times times(boolean runs, Optional<Duration> limit) {
    Instant arrived =
        workers.stream()
            .map(pod -> pod.times().created())
            .min(Comparator.naturalOrder())
            .orElseThrow();
    Optional<Duration> length = limit.or(() -> workers.getFirst().times().limit());
    if (!runs) {
      return new SourceJob.Times(arrived, Optional.empty(), Duration.ZERO, length);
    }
    Instant start =
        placed(workers).stream()
            .map(pod -> pod.times().started().orElse(pod.times().created()))
            .min(Comparator.naturalOrder())
            .filter(at -> !at.isBefore(arrived))
            .orElse(arrived);
    return new SourceJob.Times(
        arrived, Optional.of(start), Duration.between(start, snapshot.time()), length);
  }
}
