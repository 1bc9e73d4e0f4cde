package dev.ductile.scenario.file;

import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import dev.ductile.api.Sharing;
import dev.ductile.text.NumberBounds;
import dev.ductile.text.Written;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A queue with its quotas and its share. The cluster is divided among its queues if one of them has
 * guaranteed, weight, borrows or halfLife.
 *
 * @param name the name that jobs give as their queue
 * @param quota the most that its jobs may hold together; no limit for an absent resource
 * @param userQuota the most that its jobs of one owner may hold together; no limit for an absent
 *     resource
 * @param guaranteed the resources that the queue gets first when its jobs can use them; nothing if
 *     it is absent
 * @param weight its part of the rest, compared with other queues; 1 if it is absent
 * @param borrows whether it may hold more than guaranteed; true if it is absent
 * @param halfLife the time after which past use counts half; past use does not count if it is
 *     absent
 * @param maxPriority the highest priority that users may give to its jobs; 100 on a server if it is
 *     absent. Queue admins of the queue and admins may give higher ones
 */
record QueueEntry(
    String name,
    Optional<Resources> quota,
    Optional<Resources> userQuota,
    Optional<Resources> guaranteed,
    @NumberBounds(above = 0) OptionalDouble weight,
    Optional<Boolean> borrows,
    Optional<Duration> halfLife,
    OptionalInt maxPriority) {

  /** The queues of a file, no two of the same name. */
  static List<Queue> queues(Written root, Optional<List<QueueEntry>> entries) {
    var names = new HashSet<String>();
    for (QueueEntry queue : entries.orElse(List.of())) {
      if (!names.add(queue.name())) {
        throw root.need("queues").breaks("queue %s occurs a second time".formatted(queue.name()));
      }
    }
    return entries.orElse(List.of()).stream()
        .map(entry -> JobReader.checked(root.need("queues"), entry::queue))
        .toList();
  }

  private Queue queue() {
    return new Queue(
        name,
        quota.orElse(Resources.NONE),
        userQuota.orElse(Resources.NONE),
        isSharing() ? Optional.of(sharing()) : Optional.empty(),
        maxPriority);
  }

  private boolean isSharing() {
    return guaranteed.isPresent()
        || weight.isPresent()
        || borrows.isPresent()
        || halfLife.isPresent();
  }

  private Sharing sharing() {
    return new Sharing(
        guaranteed.orElse(Resources.NONE), weight.orElse(1), borrows.orElse(true), halfLife);
  }
}
