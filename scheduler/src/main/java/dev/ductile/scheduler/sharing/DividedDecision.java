package dev.ductile.scheduler.sharing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * One decision of a divided cluster. The queues decide one after the other, the one that has least
 * of its share first. A queue is offered free resources up to its share. If these are too few, it
 * is also offered what other queues hold beyond theirs; only what it takes of that is reclaimed. In
 * a second pass, the queues are offered what is still free.
 */
final class DividedDecision {
  private static final double ROUNDING = 1e-9;

  private final Cluster cluster;
  private final Policy inside;
  private final TaskAmounts tasks;
  private final AllocationDraft draft;
  private final ReclaimPlanner reclaim;
  private final QueueHoldings holdings;
  private final Entitlements entitlements;
  private final TaskRounding rounding;
  private final Map<PriorityLevel, LevelDecision> decisions = new LinkedHashMap<>();
  private final Map<Long, ReclaimCause> causes = new HashMap<>();

  DividedDecision(Cluster cluster, Policy inside) {
    this.cluster = cluster;
    this.inside = inside;
    this.tasks = new TaskAmounts(cluster.nodes());
    this.draft = new AllocationDraft(cluster);
    this.reclaim = new ReclaimPlanner(draft, tasks, cluster.now());
    Map<String, List<PriorityLevel>> levels = PriorityLevels.byQueue(cluster);
    this.holdings = new QueueHoldings(levels, draft, tasks);
    this.entitlements = new Entitlements(cluster, levels, tasks);
    this.rounding = new TaskRounding(entitlements, holdings, draft, reclaim, tasks);
  }

  Plan plan() {
    roundUndecided();
    for (String queue : byNeed()) {
      holdings.levels(queue).forEach(this::decide);
      if (!rounding.isShortOfATask(queue) && entitlements.redistributeRest(queue, held(queue))) {
        roundUndecided();
      }
    }
    byNeed().forEach(queue -> holdings.levels(queue).forEach(this::offerRest));
    return new MergedPlan(cluster, entitlements, decisions, causes, this::held, tasks).plan();
  }

  private void roundUndecided() {
    rounding.round(holdings.queues().stream().filter(queue -> !hasDecided(queue)).toList());
  }

  private boolean hasDecided(String queue) {
    return decisions.containsKey(holdings.levels(queue).getFirst());
  }

  /** The queues; the one that has least of its share is first. */
  private List<String> byNeed() {
    Map<String, Double> satisfied = new HashMap<>();
    holdings.queues().forEach(queue -> satisfied.put(queue, satisfied(queue)));
    return holdings.queues().stream()
        .sorted(Comparator.comparingDouble(queue -> satisfied.getOrDefault(queue, 0.0)))
        .toList();
  }

  /**
   * The part that a queue holds of its initial share. A queue whose share is too small for a task
   * has taken nothing of it, and so is the first that is offered the rest.
   */
  private double satisfied(String queue) {
    double share = entitlements.initial(queue);
    return share > 0 ? held(queue) / share : Double.MAX_VALUE;
  }

  /** The amount of its dominant resource that a queue holds in the draft. */
  private double held(String queue) {
    return holdings.held(queue, entitlements.column(queue));
  }

  private void decide(PriorityLevel level) {
    String queue = level.queue();
    double most = Math.max(held(queue), entitlements.entitled(queue));
    ResourceOffer offer = offer(level, entitlements.entitled(queue) - held(queue));
    if (offer.hasBudget()) {
      offer.addFree();
      offer.limit(entitlements.reclaimable(queue, offer.largestTask()) - held(queue));
      fromBorrowers(queue).forEach(offer::add);
    }
    reclaim.fromLowerPriority(holdings.ofLowerPriority(level)).forEach(offer::add);
    decide(level, offer);
    offer.steps().stream().filter(this::isUsed).forEach(step -> take(step, level));
    offer.steps().stream()
        .filter(step -> step.isWithinQueue() && held(queue) > most + ROUNDING)
        .forEach(step -> take(step, level));
  }

  private ResourceOffer offer(PriorityLevel level, double budget) {
    return new ResourceOffer(
        level,
        cluster.nodes(),
        draft.free().copy(),
        tasks,
        entitlements.column(level.queue()),
        budget);
  }

  /**
   * The steps of other queues that have not decided and hold more than their shares. Those that
   * take the last task of a queue are at the end.
   */
  private List<ReclaimStep> fromBorrowers(String queue) {
    var steps = new ArrayList<ReclaimStep>();
    var lastTasks = new ArrayList<ReclaimStep>();
    for (String other : byNeed().reversed()) {
      double surplus = held(other) - entitlements.entitled(other);
      if (!other.equals(queue) && surplus > ROUNDING && !hasDecided(other)) {
        int column = entitlements.column(other);
        List<ReclaimStep> given = reclaim.fromBorrower(holdings.running(other), column, surplus);
        boolean giveAll = held(other) - tasks.given(given, column) <= ROUNDING;
        int kept = giveAll ? given.size() - 1 : given.size();
        steps.addAll(given.subList(0, kept));
        lastTasks.addAll(given.subList(kept, given.size()));
      }
    }
    steps.addAll(lastTasks);
    return steps;
  }

  private void decide(PriorityLevel level, ResourceOffer offer) {
    Map<Long, Allocation> before = new HashMap<>();
    level.running().forEach(job -> before.put(job.arrival(), draft.allocation(job)));
    String queue = level.queue();
    var quotas = new OwnerQuotas(entitlements.queue(queue), holdings.levels(queue), draft);
    Cluster shown = LevelPicture.of(cluster, level, draft, tasks, offer, quotas);
    Plan plan = inside.decide(shown);
    decisions.put(level, new LevelDecision(level, before, shown, plan));
    apply(level, plan);
  }

  private void apply(PriorityLevel level, Plan plan) {
    Map<Long, Allocation> granted = new HashMap<>();
    for (Grant grant : plan.grants()) {
      granted.put(grant.job().arrival(), grant.allocation());
    }
    for (Job job : level.running()) {
      Allocation to = granted.remove(job.arrival());
      draft.set(job, to == null ? Allocation.NONE : to);
    }
    List<Job> starting =
        granted.keySet().stream()
            .flatMap(arrival -> level.jobs().at(arrival).stream())
            .filter(job -> !job.holdsResources())
            .toList();
    starting.forEach(job -> draft.set(job, Objects.requireNonNull(granted.get(job.arrival()))));
    holdings.setStarted(level, starting);
  }

  /** Whether other jobs now have resources that the step gives back. */
  private boolean isUsed(ReclaimStep step) {
    return step.from().shares().stream()
        .filter(share -> !step.to().shares().contains(share))
        .map(share -> cluster.nodes().indexOf(share.node()))
        .anyMatch(node -> node.isPresent() && draft.free().isOverdrawn(node.getAsInt()));
  }

  private void take(ReclaimStep step, PriorityLevel level) {
    if (draft.allocation(step.job()).size().tasks() > step.to().size().tasks()) {
      draft.set(step.job(), step.to());
      causes.put(
          step.job().arrival(),
          step.isWithinQueue()
              ? new ReclaimCause.HigherPriority(preemptor(level))
              : new ReclaimCause.Borrowing());
    }
  }

  /** The first job of the level that has more than before. */
  private Optional<JobId> preemptor(PriorityLevel level) {
    return level.jobs().stream()
        .filter(job -> draft.allocation(job).size().compareTo(job.allocation().size()) > 0)
        .map(Job::id)
        .findFirst();
  }

  /**
   * Lets a queue decide again with the resources that are still free. The new decision counts
   * unless the queue would hold less by it: what was reclaimed for the first one would be taken for
   * nothing.
   */
  private void offerRest(PriorityLevel level) {
    LevelDecision first = Objects.requireNonNull(decisions.get(level));
    if (!wantsMore(level, first)) {
      return;
    }
    double held = held(level.queue());
    restore(level, first.before());
    if (isOverdrawn(level)) {
      repeat(first);
      return;
    }
    ResourceOffer offer = offer(level, entitlements.limit(level.queue()) - held(level.queue()));
    offer.addFree();
    decide(level, offer);
    if (held(level.queue()) < held - ROUNDING) {
      restore(level, first.before());
      repeat(first);
    }
  }

  private void repeat(LevelDecision decision) {
    decisions.put(decision.level(), decision);
    apply(decision.level(), decision.plan());
  }

  /** Sets these allocations; other jobs have what they had at the start. */
  private void restore(PriorityLevel level, Map<Long, Allocation> allocations) {
    for (Job job : level.jobs()) {
      draft.set(
          job, Optional.ofNullable(allocations.get(job.arrival())).orElseGet(job::allocation));
    }
  }

  /** Whether the level's own jobs no longer fit where they were, because others are there now. */
  private boolean isOverdrawn(PriorityLevel level) {
    return level.running().stream()
        .flatMap(job -> draft.allocation(job).shares().stream())
        .map(share -> cluster.nodes().indexOf(share.node()))
        .anyMatch(node -> node.isPresent() && draft.free().isOverdrawn(node.getAsInt()));
  }

  private boolean wantsMore(PriorityLevel level, LevelDecision decision) {
    FreeCapacity free = draft.free();
    if (!(free.left(entitlements.resource(level.queue())) > 0)) {
      return false;
    }
    Set<Demand> tried = new HashSet<>();
    for (Job job : decision.shown().jobs()) {
      Demand demand = job.spec().demand();
      Job own = level.jobs().at(job.arrival()).orElseThrow();
      if (mayGrow(own) && tried.add(demand) && free.first(demand, Size.workers(1), 0) >= 0) {
        return true;
      }
    }
    return false;
  }

  private boolean mayGrow(Job job) {
    return draft.allocation(job).workers() < job.spec().bounds().workers().most();
  }
}
