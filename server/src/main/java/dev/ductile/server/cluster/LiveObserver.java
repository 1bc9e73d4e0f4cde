package dev.ductile.server.cluster;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Plan;
import dev.ductile.scheduler.LedgerSnapshot;
import dev.ductile.scheduler.RestingJobs;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.scheduler.SizeProtection;
import dev.ductile.scheduler.UnsteadyJob;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Publishes the view of the cluster after each batch of events and after each decision. */
final class LiveObserver implements SchedulerObserver {
  private final JobTracks tracks;
  private final Consumer<LiveView> publish;
  private final Map<JobId, Long> arrivals = new ConcurrentHashMap<>();
  private final Map<NodeId, Node> known = new HashMap<>();
  private final Map<NodeId, LiveView.DownNode> down = new ConcurrentHashMap<>();
  private final Map<NodeId, String> drains = new ConcurrentHashMap<>();
  private final Set<NodeId> removed = new HashSet<>();
  private Function<Instant, List<UnsteadyJob>> unsteady = _ -> List.of();
  private Function<Instant, Map<JobId, SizeProtection>> held = _ -> Map.of();
  private Optional<DecidedReasons> reasons = Optional.empty();
  private long submitted;

  LiveObserver(JobTracks tracks, Consumer<LiveView> publish) {
    this.tracks = tracks;
    this.publish = publish;
  }

  /** Shows the jobs that change too often, and those that no policy changes now. */
  void watch(RestingJobs resting) {
    unsteady = resting::unsteady;
    held = resting::held;
  }

  @Override
  public void happened(Event event) {
    tracks.take(event);
    switch (event) {
      case Event.Submitted job -> arrivals.put(job.job(), submitted++);
      case Event.Ended job -> arrivals.remove(job.job());
      case Event.NodeUp up -> {
        known.put(up.node().id(), up.node());
        down.remove(up.node().id());
        removed.remove(up.node().id());
      }
      case Event.NodeDown gone -> goesDown(gone);
      case Event.NodeDrained drained -> drains.putIfAbsent(drained.node(), drained.why());
      case Event.NodeUndrained undrained -> drains.remove(undrained.node());
      case Event.Setting _, Event.Accepted _, Event.Decided _, Event.Report _ -> {}
    }
  }

  private void goesDown(Event.NodeDown event) {
    Node node = known.get(event.node());
    if (node != null) {
      down.put(event.node(), new LiveView.DownNode(node, event.why()));
    }
  }

  /** The nodes that were ever up, as they were last up, and those of them that are down. */
  record Nodes(List<Node> known, List<LiveView.DownNode> down) {}

  /** The nodes now; only for the thread that adds events. */
  Nodes nodes() {
    return new Nodes(List.copyOf(known.values()), List.copyOf(down.values()));
  }

  /** Forgets these nodes, which the cluster no longer has, as soon as no job has tasks on them. */
  void remove(Set<NodeId> nodes) {
    removed.addAll(nodes);
  }

  private void forgetRemoved(Cluster picture) {
    if (removed.isEmpty()) {
      return;
    }
    Set<NodeId> used =
        picture.jobs().stream()
            .flatMap(job -> job.allocation().shares().stream())
            .map(Allocation.Share::node)
            .collect(Collectors.toSet());
    Set<NodeId> unused =
        removed.stream().filter(node -> !used.contains(node)).collect(Collectors.toSet());
    down.keySet().removeAll(unused);
    known.keySet().removeAll(unused);
    removed.removeAll(unused);
  }

  /** A drained node, and why it is drained. */
  record DrainReason(NodeId node, String why) {}

  /** The reasons of all drains; only for the thread that adds events. */
  List<DrainReason> drains() {
    return drains.entrySet().stream()
        .map(one -> new DrainReason(one.getKey(), one.getValue()))
        .sorted(Comparator.comparing(DrainReason::node))
        .toList();
  }

  /** Continues from a snapshot. */
  void restore(LedgerSnapshot ledger, Nodes nodes, List<DrainReason> reasonsOfDrains) {
    ledger.jobs().forEach(job -> arrivals.put(job.spec().id(), job.arrival()));
    submitted = ledger.arrivals();
    nodes.known().forEach(node -> known.put(node.id(), node));
    nodes.down().forEach(gone -> down.put(gone.node().id(), gone));
    reasonsOfDrains.forEach(one -> drains.put(one.node(), one.why()));
  }

  @Override
  public void committed(Supplier<Cluster> picture) {
    Cluster present = picture.get();
    forgetRemoved(present);
    publish.accept(view(present));
  }

  /** The picture is that before the decision; the next call of committed shows its effects. */
  @Override
  public void decided(Cluster cluster, Plan plan) {
    reasons = Optional.of(new DecidedReasons(cluster, plan));
  }

  /** A view of this picture with the reasons of the last decision. */
  LiveView view(Cluster picture) {
    return new LiveView(
        picture,
        arrivals,
        down,
        drains,
        reasons,
        unsteady.apply(picture.now()),
        held.apply(picture.now()));
  }
}
