package dev.ductile.answers.forecast;

import dev.ductile.api.Cluster;
import dev.ductile.api.Dependency;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Policy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The state of a live cluster that answers are made from.
 *
 * @param policy makes new instances of the acting policy
 * @param down the known nodes that are not up
 * @param limits the limits of changes; empty if a job may change at any time
 */
public record LiveState(
    Cluster cluster, Supplier<Policy> policy, List<Node> down, Optional<LiveLimits> limits) {

  public LiveState {
    down = List.copyOf(down);
  }

  /** A state in which all nodes are up, and a job may change at any time. */
  public static LiveState of(Cluster cluster, Supplier<Policy> policy) {
    return new LiveState(cluster, policy, List.of(), Optional.empty());
  }

  /** The same with another picture. */
  public LiveState with(Cluster other) {
    return new LiveState(other, policy, down, limits);
  }

  /** The same under another policy. */
  public LiveState under(Supplier<Policy> other) {
    return new LiveState(cluster, other, down, limits);
  }

  /** The same with other limits of changes. */
  public LiveState withLimits(LiveLimits newLimits) {
    return new LiveState(cluster, policy, down, Optional.of(newLimits));
  }

  /** All known nodes: those that are up, drained or down. */
  Nodes everyNode() {
    var nodes = new LinkedHashMap<NodeId, Node>();
    down.forEach(node -> nodes.put(node.id(), node));
    cluster.settings().drained().forEach((id, node) -> node.ifPresent(one -> nodes.put(id, one)));
    cluster.nodes().list().forEach(node -> nodes.put(node.id(), node));
    return nodes.size() == cluster.nodes().count()
        ? cluster.nodes()
        : Nodes.of(List.copyOf(nodes.values()));
  }

  public Optional<Job> find(JobId id) {
    return cluster.jobs().stream().filter(job -> job.id().equals(id)).findFirst();
  }

  /** The jobs that this one waits for and that are not over. */
  public List<JobId> dependencies(JobId id) {
    return find(id).stream()
        .flatMap(job -> job.spec().after().stream())
        .map(Dependency::job)
        .filter(other -> find(other).isPresent())
        .toList();
  }
}
