package dev.ductile.scenario.file;

import dev.ductile.api.Phase;
import dev.ductile.text.Inline;
import dev.ductile.text.NumberBounds;
import dev.ductile.text.ReadAs;
import dev.ductile.text.Written;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A cluster at one instant, for a policy to decide on.
 *
 * @param time the instant; the latest arrival if it is absent
 * @param cluster the machines
 * @param jobs the jobs that are not over
 */
record StateEntry(
    Optional<Instant> time, ClusterEntry cluster, List<@ReadAs(ListedJob.class) Written> jobs) {

  /**
   * A job and its state.
   *
   * @param phase early feedback or training; training if it is absent, unless its work has feedback
   *     to go
   * @param running the tasks that the job holds; none if it is absent
   * @param attained service that it has received: device-seconds, or the time that one device takes
   *     for them
   * @param notes the notes of policies on the job: for each policy the values of its note
   */
  record ListedJob(
      @Inline JobEntry job,
      Optional<Phase> phase,
      Optional<RunningEntry> running,
      Optional<AttainedService> attained,
      Optional<Map<String, @ReadAs(Map.class) Written>> notes) {}

  /**
   * The tasks that a job holds.
   *
   * @param workers the number of its workers
   * @param servers the number of its servers
   * @param on the nodes of its tasks; first fit if it is absent
   */
  record RunningEntry(
      @NumberBounds(least = 0) OptionalInt workers,
      @NumberBounds(least = 0) OptionalInt servers,
      Optional<List<ShareEntry>> on) {
    RunningEntry {
      requireCount("workers", workers);
      requireCount("servers", servers);
    }
  }

  /**
   * The tasks that a job holds on one node.
   *
   * @param node the node's name
   * @param workers the number of its workers on the node
   * @param servers the number of its servers on the node
   */
  record ShareEntry(
      String node,
      @NumberBounds(least = 0) OptionalInt workers,
      @NumberBounds(least = 0) OptionalInt servers) {
    ShareEntry {
      requireCount("workers", workers);
      requireCount("servers", servers);
    }
  }

  private static void requireCount(String role, OptionalInt count) {
    if (count.orElse(0) < 0) {
      throw new IllegalArgumentException(
          "%s cannot be negative, but are %d".formatted(role, count.getAsInt()));
    }
  }
}
