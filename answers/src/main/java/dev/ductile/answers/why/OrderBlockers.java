package dev.ductile.answers.why;

import dev.ductile.answers.Views;
import dev.ductile.api.Grant;
import dev.ductile.api.JobId;
import dev.ductile.api.Reason;
import dev.ductile.api.ReasonValue;
import dev.ductile.api.Resources;
import dev.ductile.rest.Blocker;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The choice of the policy as a blocker: jobs that come before, or that it prefers. */
record OrderBlockers(WaitingJob waiting, QueuePosition queue, boolean isShort) {
  private static final String WAITS = "waits: ";

  /**
   * The blockers by the policy's own reason.
   *
   * @param isShort whether too little is free for the job anyway
   */
  static List<Blocker> of(WaitingJob waiting, QueuePosition queue, boolean isShort) {
    return new OrderBlockers(waiting, queue, isShort).list();
  }

  private List<Blocker> list() {
    Reason reason = waiting.reason();
    return switch (reason.kind()) {
      case BEHIND_IN_QUEUE -> List.of(order(reason));
      case WAITING_FOR_CAPACITY -> capacity(reason);
      case OVER_SHARE -> share(reason);
      case COOLING_DOWN, ALTERNATING -> List.of(policy("protection", reason));
      case PREFERS_OTHERS, NO_SPEED_KNOWN, GRANT_DROPPED, PREEMPTED, PROTECTED ->
          List.of(policy("policy", reason));
      case INFEASIBLE -> isShort ? List.of() : List.of(policy("policy", reason));
      case HELD, WAITING_FOR_JOBS, OVER_QUOTA, GANG, STARTED, KEPT, GROWN, SHRUNK, MOVED ->
          List.of();
    };
  }

  /** The share of the queue; the need of the job is told with the capacity that it lacks. */
  private List<Blocker> share(Reason reason) {
    var blockers = new ArrayList<>(List.of(shareAlone(reason)));
    if (!queue.ahead().isEmpty()) {
      blockers.add(ahead());
    }
    return blockers;
  }

  private Blocker shareAlone(Reason reason) {
    Blocker all = policy("share", reason);
    return isShort
        ? new Blocker(
            all.kind(),
            "queue %s has %s of its share of %s"
                .formatted(
                    waiting.job().spec().queue(),
                    Resources.of(amounts(reason, ReasonValue.QUEUE_USE)),
                    Resources.of(amounts(reason, ReasonValue.SHARE))),
            all.jobs(),
            all.nodes(),
            all.needs(),
            all.free())
        : all;
  }

  private Blocker order(Reason reason) {
    if (isShort && !queue.ahead().isEmpty() && named(reason, ReasonValue.BLOCKER).isEmpty()) {
      return ahead();
    }
    return QueueBlockers.blocker("order", sentence(reason), before(reason));
  }

  /** The sentence without the word that begins the answer. */
  private static String sentence(Reason reason) {
    String sentence = reason.sentence();
    return sentence.startsWith(WAITS) ? "it " + sentence.substring(WAITS.length()) : sentence;
  }

  /** The job that must not be passed, and those before this one in the queue. */
  private List<String> before(Reason reason) {
    var names = new LinkedHashSet<String>();
    named(reason, ReasonValue.BLOCKER).ifPresent(names::add);
    queue.ahead().stream().limit(Holders.MOST).forEach(job -> names.add(job.id().name()));
    return List.copyOf(names);
  }

  /** Free resources go to other jobs, or the policy waits for a larger size. */
  private List<Blocker> capacity(Reason reason) {
    var blockers = new ArrayList<Blocker>();
    List<String> takers = takers();
    if (!takers.isEmpty()) {
      blockers.add(
          QueueBlockers.blocker(
              "order", "the next decision gives what is free to " + Holders.text(takers), takers));
    } else if (!isShort) {
      blockers.add(policy("policy", reason));
    }
    if (!queue.ahead().isEmpty() && takers.isEmpty() && isShort) {
      blockers.add(ahead());
    }
    return blockers;
  }

  private Blocker ahead() {
    List<String> names =
        queue.ahead().stream().limit(Holders.MOST).map(job -> job.id().name()).toList();
    int count = queue.ahead().size();
    return QueueBlockers.blocker(
        "order",
        "%s of its queue %s before it"
            .formatted(Reason.count(count, "job"), count == 1 ? "comes" : "come"),
        names);
  }

  /** The jobs that get more by the plan on nodes that this job may use. */
  private List<String> takers() {
    return waiting.plan().grants().stream()
        .filter(Grant::isChange)
        .filter(grant -> grant.allocation().size().compareTo(grant.job().allocation().size()) > 0)
        .filter(this::isUseful)
        .map(grant -> grant.job().id())
        .map(JobId::name)
        .toList();
  }

  private boolean isUseful(Grant grant) {
    return grant.allocation().shares().stream()
        .flatMap(share -> waiting.cluster().nodes().find(share.node()).stream())
        .anyMatch(waiting.demand()::accepts);
  }

  private Blocker policy(String kind, Reason reason) {
    List<String> rivals = new ArrayList<>();
    named(reason, ReasonValue.RIVAL).ifPresent(rivals::add);
    return new Blocker(
        kind,
        sentence(reason),
        rivals,
        List.of(),
        amounts(reason, ReasonValue.NEED),
        amounts(reason, ReasonValue.FREE));
  }

  private static Optional<String> named(Reason reason, ReasonValue value) {
    return reason.values().get(value.key()) instanceof String name
        ? Optional.of(name)
        : Optional.empty();
  }

  private static Map<String, Double> amounts(Reason reason, ReasonValue value) {
    return Views.amounts(reason.values().get(value.key()));
  }
}
