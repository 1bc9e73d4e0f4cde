package dev.ductile.policies.eps;

import dev.ductile.api.Allocation;
import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.Phrase;
import dev.ductile.api.Placement;
import dev.ductile.api.Reason;
import dev.ductile.api.Size;
import dev.ductile.api.Worded;
import dev.ductile.policies.eps.Removal.Cut;
import dev.ductile.policies.sizing.Feasible;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The scheduling of incoming jobs (Algorithm 1, lines 1 to 27): each waiting job has one round, in
 * order of priority and arrival, against the resources that earlier rounds left.
 */
final class StartRound {
  private final DraftPlan draft;
  private final Rules rules;
  private final Placement placement;
  private final Feasible feasible;

  /** Refused requests, which stay refused until a job starts. */
  private final Map<Request, DraftPlan.PartialReason> refused = new HashMap<>();

  private boolean blocked;

  /** The tasks that each job has given, and to which jobs. */
  private final Map<Long, List<Handover>> handovers = new HashMap<>();

  private record Handover(Size tasks, Job taker) {
    private static final int READABLE = 3;

    static String text(List<Handover> handovers) {
      String first =
          handovers.stream()
              .limit(READABLE)
              .map(handover ->
                  "%s to %s".formatted(Role.text(handover.tasks()), handover.taker().id()))
              .collect(Collectors.joining(", "));
      int more = handovers.size() - READABLE;
      return more > 0
          ? "%s, and more to %s".formatted(first, Reason.count(more, "other job"))
          : first;
    }
  }

  private record Request(Demand demand, Size size, int priority) {}

  StartRound(DraftPlan draft, Rules rules, Placement placement, Feasible feasible) {
    this.draft = draft;
    this.rules = rules;
    this.placement = placement;
    this.feasible = feasible;
  }

  /** Starts as many jobs as possible; true if any job asked for resources, started or not. */
  boolean admit() {
    boolean haveAsked = false;
    for (Job job : inOrder(draft.cluster().waiting())) {
      if (!isPossible(job)) {
        continue;
      }
      if (rules.isFull(draft.training())) {
        int training = draft.training();
        draft.explain(
            job,
            Reason.Kind.WAITING_FOR_CAPACITY,
            () ->
                Phrase.of(
                    "{training} in the training phase; above {threshold}, no job starts",
                    new Worded(training, training == 1 ? "1 job is" : training + " jobs are"),
                    rules.threshold().orElse(0)));
      } else if (blocked) {
        draft.explain(
            job,
            Reason.Kind.BEHIND_IN_QUEUE,
            () -> Phrase.of("an earlier job still waits, and no job may pass it"));
      } else {
        haveAsked = true;
        serve(job);
      }
    }
    return haveAsked;
  }

  private static List<Job> inOrder(List<Job> waiting) {
    var sorted = new ArrayList<>(waiting);
    sorted.sort((one, other) -> Integer.compare(other.spec().priority(), one.spec().priority()));
    return sorted;
  }

  /** Whether the job could start in the empty cluster. */
  private boolean isPossible(Job job) {
    if (!feasible.test(job)) {
      return false;
    }
    Size request = job.spec().asked();
    int master = rules.master();
    if (master > 0 && !parts(job, draft.cluster().nodes().allFree(), master).cover(request)) {
      draft.explain(
          job,
          Reason.Kind.INFEASIBLE,
          () ->
              Phrase.of(
                  "needs {need} and {masterUnits} more for its application master; the cluster has {total}",
                  job.spec().demand().of(request),
                  Worded.count(master, "unit"),
                  draft.cluster().whole().total()));
      return false;
    }
    return true;
  }

  private void serve(Job job) {
    var request = new Request(job.spec().demand(), job.spec().asked(), job.spec().priority());
    DraftPlan.PartialReason known = refused.get(request);
    if (known == null) {
      Optional<DraftPlan.PartialReason> refusal = tryToStart(job);
      if (refusal.isEmpty()) {
        refused.clear();
        return;
      }
      known = refusal.get();
      refused.put(request, known);
    }
    draft.explain(job, known.kind(), known.because());
    blocked = !rules.skip();
  }

  /** Starts the job, or returns the reason why it cannot start. */
  private Optional<DraftPlan.PartialReason> tryToStart(Job job) {
    int reserved = rules.master() * (draft.running() + 1);
    var incoming = new Incoming(job, parts(job, draft.free(), reserved), reserved);
    if (incoming.available().cover(incoming.request())) {
      return start(incoming, List.of());
    }
    List<PlannedJob> givers =
        draft.plannedJobs().stream()
            .filter(plannedJob ->
                plannedJob.isPastFeedback()
                    && plannedJob.job().spec().priority() <= job.spec().priority())
            .toList();
    return switch (rules.removal().find(draft, incoming, givers)) {
      case Removal.Cuts cuts -> start(incoming, cuts.cuts());
      case Removal.TooFew some -> Optional.of(refusal(incoming, some.possible()));
    };
  }

  private Optional<DraftPlan.PartialReason> start(Incoming incoming, List<Cut> cuts) {
    Job job = incoming.job();
    var marks = new ArrayList<PlannedJob.Mark>();
    for (Cut cut : cuts) {
      marks.add(cut.plannedJob().mark());
      for (Role role : Role.values()) {
        cut.plannedJob().remove(role, role.of(cut.tasks()), draft.free());
      }
    }
    Optional<Allocation> place = placement.place(job, incoming.request(), draft.free());
    if (place.isEmpty()) {
      for (int i = 0; i < cuts.size(); i++) {
        cuts.get(i).plannedJob().restore(marks.get(i), draft.free());
      }
      return Optional.of(
          new DraftPlan.PartialReason(
              Reason.Kind.WAITING_FOR_CAPACITY,
              () -> Phrase.of("enough could be free, but its tasks would not fit on the nodes")));
    }
    draft.start(job, place.get());
    explainStart(incoming, cuts);
    return Optional.empty();
  }

  private void explainStart(Incoming incoming, List<Cut> cuts) {
    Job job = incoming.job();
    Size missing = incoming.missing();
    Size given = cuts.stream().map(Cut::tasks).reduce(Size.NONE, Size::plus);
    int givers = cuts.size();
    draft.explain(
        job,
        () ->
            givers == 0
                ? Phrase.of("enough is free for its request")
                : Phrase.of(
                    "the free resources are short by {missing}; {givers} past early feedback {} {given}",
                    Role.worded(missing),
                    new Worded(givers, givers == 1 ? "a job" : givers + " jobs"),
                    givers == 1 ? "gives" : "give",
                    Role.worded(given)));
    cuts.forEach(cut -> explainGiver(cut, job));
  }

  private void explainGiver(Cut cut, Job taker) {
    Job giver = cut.plannedJob().job();
    draft.forget(giver);
    List<Handover> given = handovers.computeIfAbsent(giver.arrival(), _ -> new ArrayList<>());
    given.add(new Handover(cut.tasks(), taker));
    Size all = given.stream().map(Handover::tasks).reduce(cut.plannedJob().size(), Size::plus);
    Size gives = given.stream().map(Handover::tasks).reduce(Size.NONE, Size::plus);
    draft.explain(
        giver,
        () ->
            Phrase.of(
                "it had {had} and gives {gives}", all, new Worded(gives, Handover.text(given))));
  }

  private DraftPlan.PartialReason refusal(Incoming incoming, Size possible) {
    Size missing = incoming.missing();
    var some =
        new Size(
            Math.min(missing.workers(), possible.workers()),
            Math.min(missing.servers(), possible.servers()));
    return new DraftPlan.PartialReason(
        Reason.Kind.WAITING_FOR_CAPACITY,
        () ->
            some.isNone()
                ? Phrase.of(
                    "the free resources are short by {missing}, and no running job can give any",
                    Role.worded(missing))
                : Phrase.of(
                    "the free resources are short by {missing}; jobs past early feedback can give {obtainable}, which is {shortBy} too few, so no job gives any",
                    Role.worded(missing),
                    Role.worded(some),
                    Role.worded(new Parts(some.workers(), some.servers()).missing(missing))));
  }

  private static Parts parts(Job job, FreeCapacity free, int reserved) {
    return Parts.of(free, job.spec().demand(), job.spec().asked(), reserved);
  }
}
