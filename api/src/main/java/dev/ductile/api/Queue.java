package dev.ductile.api;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * A named group of jobs.
 *
 * @param quota the most that its jobs may hold together; a resource that it does not name has no
 *     limit
 * @param userQuota the most that its jobs of one owner may hold together
 * @param sharing how the cluster is divided between this queue and others; absent for a queue that
 *     only has quotas
 * @param maxPriority the highest priority that users may give to its jobs; a server has a default
 */
public record Queue(
    String name,
    Resources quota,
    Resources userQuota,
    Optional<Sharing> sharing,
    OptionalInt maxPriority) {
  public Queue {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a queue needs a name");
    }
    if (sharing.isPresent() && !quota.isNone()) {
      requireWithin(name, sharing.get().guaranteed(), quota);
    }
  }

  /** A queue that only has a quota. */
  public Queue(String name, Resources quota) {
    this(name, quota, Resources.NONE, Optional.empty(), OptionalInt.empty());
  }

  /** A queue that shares the cluster with others. */
  public static Queue sharing(String name, Sharing sharing) {
    return new Queue(
        name, Resources.NONE, Resources.NONE, Optional.of(sharing), OptionalInt.empty());
  }

  public Queue withQuota(Resources newQuota) {
    return new Queue(name, newQuota, userQuota, sharing, maxPriority);
  }

  public Queue withUserQuota(Resources newQuota) {
    return new Queue(name, quota, newQuota, sharing, maxPriority);
  }

  private static void requireWithin(String name, Resources guaranteed, Resources quota) {
    quota
        .amounts()
        .forEach((resource, most) -> {
          if (!Resources.covers(most, guaranteed.amount(resource))) {
            throw new IllegalArgumentException(
                "queue %s is guaranteed %s, which is more than its quota of %s"
                    .formatted(name, guaranteed, quota));
          }
        });
  }
}
