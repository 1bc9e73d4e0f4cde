package dev.ductile.scheduler.sharing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.Phrase;
import dev.ductile.api.Reason;
import dev.ductile.api.Reasons;
import dev.ductile.api.Resources;
import dev.ductile.api.Worded;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The reasons of the policies inside the parts, with the effect of the shares. */
record ShareReasons(
    Cluster cluster,
    TaskAmounts tasks,
    Map<Long, Allocation> granted,
    Map<String, QueueResult> queues,
    Set<Long> reclaimed)
    implements Reasons {

  /**
   * The result of a decision for one queue.
   *
   * @param share the resources to which it is entitled
   * @param use the resources that it has by the plan
   */
  record QueueResult(Resources share, Resources use, List<Turn> turns) {
    Reason inside(Job job) {
      for (Turn turn : turns) {
        Optional<Job> shown = turn.shown().jobs().at(job.arrival());
        if (shown.isPresent()) {
          return turn.plan().reasons().why(shown.get());
        }
      }
      throw new IllegalArgumentException("%s is in no part of the cluster".formatted(job.id()));
    }
  }

  @Override
  public Reason why(Job job) {
    QueueResult queue =
        Optional.ofNullable(queues.get(job.spec().queue()))
            .orElseThrow(
                () -> new IllegalArgumentException("%s is not in the picture".formatted(job.id())));
    Reason reason = queue.inside(job);
    Optional<Allocation> grant = Optional.ofNullable(granted.get(job.arrival()));
    if (job.isProtected(cluster.now())) {
      return reason;
    }
    if (reclaimed.contains(job.arrival()) && isSmaller(job, grant)) {
      return givenBack(job, queue, grant, reason);
    }
    return grant
        .map(to -> new Reason(Reason.Kind.of(job, to), reason.phrase()))
        .orElseGet(() -> withheld(job, queue, reason));
  }

  private static boolean isSmaller(Job job, Optional<Allocation> grant) {
    return grant.map(to -> to.size().tasks() < job.allocation().size().tasks()).orElse(true);
  }

  private Reason givenBack(Job job, QueueResult queue, Optional<Allocation> grant, Reason reason) {
    LostWork lost = LostWork.of(job, cluster.now());
    return Reason.of(
        grant.map(to -> Reason.Kind.of(job, to)).orElse(Reason.Kind.PREEMPTED),
        "gives resources back, because queue {queue} held more than its share of {share}, and loses {lostTime} of {lostDevices}; {}",
        job.spec().queue(),
        queue.share(),
        Worded.seconds(lost.seconds(), "an unknown time"),
        Worded.count(Math.round(lost.devices()), "device"),
        reason.phrase());
  }

  private Reason withheld(Job job, QueueResult queue, Reason reason) {
    return switch (reason.kind()) {
      case WAITING_FOR_CAPACITY -> overShare(job, queue);
      case INFEASIBLE -> tasks.isPossible(job) ? overShare(job, queue) : reason;
      case STARTED,
          KEPT,
          GROWN,
          SHRUNK,
          MOVED,
          PREEMPTED,
          PROTECTED,
          BEHIND_IN_QUEUE,
          PREFERS_OTHERS,
          NO_SPEED_KNOWN,
          HELD,
          WAITING_FOR_JOBS,
          OVER_QUOTA,
          OVER_SHARE,
          COOLING_DOWN,
          ALTERNATING,
          GANG,
          GRANT_DROPPED ->
          reason;
    };
  }

  private static Reason overShare(Job job, QueueResult queue) {
    return Reason.of(
        job.holdsResources() ? Reason.Kind.PREEMPTED : Reason.Kind.OVER_SHARE,
        "{}: needs {need} at its least size of {wanted}, and queue {queue} has {queueUse} of its share of {share}",
        Phrase.of(job.holdsResources() ? "stops" : "waits"),
        job.spec().demand().of(job.spec().bounds().least()),
        job.spec().bounds().least(),
        job.spec().queue(),
        queue.use(),
        queue.share());
  }
}
