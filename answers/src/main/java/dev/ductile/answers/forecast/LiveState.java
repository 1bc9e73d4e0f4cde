package dev.ductile.answers.forecast;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Node;
import dev.ductile.api.Policy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The state of a live cluster that answers are made from.
 *
 * @param policy makes new instances of the acting policy
 * @param after the jobs that must end before a held job is resumed
 * @param down the known nodes that are not up
 */
public record LiveState(
    Cluster cluster, Supplier<Policy> policy, Map<JobId, List<JobId>> after, List<Node> down) {

  public LiveState {
    after = Map.copyOf(after);
    down = List.copyOf(down);
  }

  /** A state without dependencies, in which all nodes are up. */
  public static LiveState of(Cluster cluster, Supplier<Policy> policy) {
    return new LiveState(cluster, policy, Map.of(), List.of());
  }

  /** The same with another picture. */
  public LiveState with(Cluster other) {
    return new LiveState(other, policy, after, down);
  }

  /** The same under another policy. */
  public LiveState under(Supplier<Policy> other) {
    return new LiveState(cluster, other, after, down);
  }

  public Optional<Job> find(JobId id) {
    return cluster.jobs().stream().filter(job -> job.id().equals(id)).findFirst();
  }

  /** The jobs that this one waits for and that are not over. */
  public List<JobId> dependencies(JobId id) {
    return after.getOrDefault(id, List.of()).stream()
        .filter(other -> find(other).isPresent())
        .toList();
  }
}
