package dev.ductile.scheduler.sharing;

import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Phrase;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Worded;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The cause for which a job has no resources though the empty cluster could hold it: a quota, the
 * share of its queue, or the capacity of the cluster.
 */
record ShortageReason(Job job, ShareReasons.QueueResult queue, PlannedUse plan) {
  /** The reason; empty if nothing but the policy keeps the job from its least size. */
  Optional<Reason> reason() {
    if (plan.fits(job)) {
      return limit();
    }
    if (isOverQueueQuota()) {
      return Optional.of(overQueueQuota());
    }
    boolean isOverShare = !queue.isShareEnough(need()) && plan.fitsBesideItsQueue(job);
    return Optional.of(isOverShare ? overShare("") : capacity());
  }

  private Resources need() {
    return job.spec().demand().of(least());
  }

  private Size least() {
    return job.spec().bounds().least();
  }

  /** Enough is free, but the queue or the owner may not use it. */
  private Optional<Reason> limit() {
    String owner = job.spec().owner();
    Resources userQuota = queue.queue().userQuota();
    Resources used = plan.ownerUse(owner, queue.queue().name());
    if (!ShareReasons.isWithin(userQuota, used.plus(need()))) {
      return Optional.of(
          overQuota(
              Phrase.of(
                  "owner {owner} uses {used} in queue {queue}, where each owner may use {quota}",
                  owner,
                  used,
                  queue.queue().name(),
                  userQuota)));
    }
    if (queue.isLimitEnough(need())) {
      return Optional.empty();
    }
    return Optional.of(
        QueueDemand.sharing(queue.queue()).borrows()
            ? overQueueQuota()
            : overShare(", beyond which it does not borrow"));
  }

  private boolean isOverQueueQuota() {
    return !ShareReasons.isWithin(queue.queue().quota(), queue.use().plus(need()));
  }

  private Reason overQueueQuota() {
    return overQuota(
        Phrase.of(
            "queue {queue} uses {used} of its quota of {quota}",
            queue.queue().name(),
            queue.use(),
            queue.queue().quota()));
  }

  private Reason overQuota(Phrase use) {
    return Reason.of(
        kind(Reason.Kind.OVER_QUOTA),
        "{}: {}, and this job takes {need} at a size of {wanted}",
        effect(),
        use,
        need(),
        least());
  }

  private Reason overShare(String rule) {
    return Reason.of(
        kind(Reason.Kind.OVER_SHARE),
        "{}: needs {need} at its least size of {wanted}, and queue {queue} has {queueUse} of its share of {share}{}",
        effect(),
        need(),
        least(),
        queue.queue().name(),
        queue.use(),
        queue.share(),
        Phrase.of(rule));
  }

  private Reason capacity() {
    Map<String, Double> free = plan.scarce(job);
    return free.isEmpty()
        ? Reason.of(
            kind(Reason.Kind.WAITING_FOR_CAPACITY),
            "{}: needs {need} at its least size of {wanted}; enough is free, but not in parts that hold its tasks",
            effect(),
            need(),
            least())
        : Reason.of(
            kind(Reason.Kind.WAITING_FOR_CAPACITY),
            "{}: needs {need} at its least size of {wanted}, and {free} free{}",
            effect(),
            lacking(free),
            least(),
            new Worded(free, words(free)),
            holders(free));
  }

  private Resources lacking(Map<String, Double> free) {
    var lacking = new TreeMap<String, Double>();
    free.keySet().forEach(name -> lacking.put(name, need().amount(name)));
    return Resources.of(lacking);
  }

  private static String words(Map<String, Double> free) {
    String text =
        free.entrySet().stream()
            .map(one ->
                one.getValue() > 0
                    ? Resources.of(one.getKey(), one.getValue()).toString()
                    : "no " + one.getKey())
            .collect(Collectors.joining(" and "));
    boolean isOne = free.size() == 1 && free.values().stream().allMatch(amount -> amount <= 1);
    return text + (isOne ? " is" : " are");
  }

  private Phrase holders(Map<String, Double> free) {
    String resource =
        free.containsKey(queue.resource()) ? queue.resource() : free.keySet().iterator().next();
    PlannedUse.Holders holders = plan.holders(resource, job.spec().demand());
    boolean isAnyFree = free.getOrDefault(resource, 0.0) > 0;
    return holders
        .largest()
        .map(largest -> held(largest, holders.count(), isAnyFree ? "the rest" : "all of it"))
        .orElse(Phrase.NONE);
  }

  private static Phrase held(JobId largest, int count, String what) {
    return count == 1
        ? Phrase.of("; {holder} holds {}", largest, Phrase.of(what))
        : Phrase.of(
            "; {holder} and {moreHolders} hold {}",
            largest,
            Worded.count(count - 1, "more job"),
            Phrase.of(what));
  }

  private Phrase effect() {
    return Phrase.of(job.holdsResources() ? "stops" : "waits");
  }

  private Reason.Kind kind(Reason.Kind waiting) {
    return job.holdsResources() ? Reason.Kind.PREEMPTED : waiting;
  }
}
