package dev.ductile.answers.why;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The quotas that keep a running job from a larger size. */
record SizeQuota(Cluster cluster, Job job) {
  /** The sentence about the quota that the size would exceed; that of the owner first. */
  Optional<String> exceeded(Size size) {
    return cluster.settings().queues().stream()
        .filter(queue -> queue.name().equals(job.spec().queue()))
        .findFirst()
        .flatMap(queue -> ofOwner(queue, size).or(() -> ofQueue(queue, size)));
  }

  private Optional<String> ofOwner(Queue queue, Size size) {
    String owner = job.spec().owner();
    Resources used = used(other -> isIn(queue, other) && other.spec().owner().equals(owner));
    return isWithin(queue.userQuota(), used, size)
        ? Optional.empty()
        : Optional.of(
            "exceeds the quota of its owner: %s uses %s in queue %s, where each owner may use %s"
                .formatted(owner, used, queue.name(), queue.userQuota()));
  }

  private Optional<String> ofQueue(Queue queue, Size size) {
    Resources used = used(other -> isIn(queue, other));
    return isWithin(queue.quota(), used, size)
        ? Optional.empty()
        : Optional.of(
            "exceeds the quota of its queue: queue %s uses %s of %s"
                .formatted(queue.name(), used, queue.quota()));
  }

  private static boolean isIn(Queue queue, Job other) {
    return other.spec().queue().equals(queue.name());
  }

  private Resources used(Predicate<Job> which) {
    return Stream.concat(cluster.running().stream(), cluster.pinned().stream())
        .filter(which)
        .map(SizeQuota::held)
        .reduce(Resources.NONE, Resources::plus);
  }

  private static Resources held(Job other) {
    return other.spec().demand().of(other.allocation().size());
  }

  private boolean isWithin(Resources quota, Resources used, Size size) {
    Resources wanted = used.minus(held(job)).plus(job.spec().demand().of(size));
    return quota.amounts().entrySet().stream()
        .allMatch(most -> Resources.covers(most.getValue(), wanted.amount(most.getKey())));
  }
}
