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
 * of its share first. A queue sees free resources up to its share. If these are too few, it also
 * sees what other queues hold beyond theirs; only what it takes of that is taken from them. In a
 * second pass, the queues are offered what is still free.
 */
final class Division {
  private static final double ROUNDING = 1e-9;

  private final Cluster cluster;
  private final Policy inside;
  private final TaskAmounts tasks;
  private final Draft draft;
  private final Reclaim reclaim;
  private final Map<String, List<Party>> parties;
  private final Entitlements entitlements;
  private final Map<Party, Turn> turns = new LinkedHashMap<>();
  private final Map<Party, List<Job>> started = new HashMap<>();
  private final Map<Long, Loss> losses = new HashMap<>();
  private final Map<String, Double> smallestTasks = new HashMap<>();

  Division(Cluster cluster, Policy inside) {
    this.cluster = cluster;
    this.inside = inside;
    this.tasks = new TaskAmounts(cluster.nodes());
    this.draft = new Draft(cluster);
    this.reclaim = new Reclaim(draft, tasks, cluster.now());
    this.parties = Parties.of(cluster);
    this.entitlements = new Entitlements(cluster, parties, tasks);
  }

  Plan plan() {
    roundToTasks();
    for (String queue : byNeed()) {
      parties(queue).forEach(this::decide);
      if (!isShortOfATask(queue) && entitlements.settle(queue, held(queue))) {
        roundToTasks();
      }
    }
    byNeed().forEach(queue -> parties(queue).forEach(this::offerRest));
    return new MergedPlan(cluster, entitlements, tasks, turns, losses, this::held).plan();
  }

  /** Whether the queue has left a part of its share only because a task needs more. */
  private boolean isShortOfATask(String queue) {
    double left = entitlements.amount(queue) - held(queue);
    int column = entitlements.share(queue).column();
    return possible(queue).stream()
        .filter(job -> draft.of(job).workers() < tasks.most(job).workers())
        .anyMatch(job -> tasks.of(job.spec().demand(), Size.workers(1), column) > left);
  }

  /** Rounds the shares of the queues that have not decided. */
  private void roundToTasks() {
    List<WholeTasks.Standing> undecided =
        parties.keySet().stream()
            .filter(queue -> !hasDecided(queue) && smallestTask(queue) > 0)
            .map(this::standing)
            .toList();
    entitlements.round(WholeTasks.of(undecided, this::givesExactly));
  }

  private WholeTasks.Standing standing(String queue) {
    return new WholeTasks.Standing(
        queue,
        entitlements.share(queue).column(),
        smallestTask(queue),
        entitlements.amount(queue),
        held(queue));
  }

  /** The amount of the smallest task of a queue; 0 if its tasks are not multiples of one amount. */
  private double smallestTask(String queue) {
    int column = entitlements.share(queue).column();
    return smallestTasks.computeIfAbsent(queue, _ -> tasks.unit(possible(queue), column));
  }

  /** The jobs that hold resources or could. */
  private List<Job> possible(String queue) {
    return parties(queue).stream()
        .flatMap(party -> party.jobs().stream())
        .filter(job -> job.holdsResources() || tasks.isPossible(job))
        .toList();
  }

  private boolean givesExactly(WholeTasks.Standing standing) {
    double amount = standing.held() - standing.floor();
    double given =
        reclaim.surplus(holding(standing.queue()), standing.column(), amount).stream()
            .mapToDouble(cut ->
                reclaim.amount(cut.job(), cut.from(), standing.column())
                    - reclaim.amount(cut.job(), cut.to(), standing.column()))
            .sum();
    return Math.abs(given - amount) <= ROUNDING * amount;
  }

  private boolean mayGrow(Job job) {
    return draft.of(job).workers() < job.spec().bounds().workers().most();
  }

  /** The queues; the one that has least of its share is first. */
  private List<String> byNeed() {
    Map<String, Double> needs = new HashMap<>();
    parties.keySet().forEach(queue -> needs.put(queue, need(queue)));
    return parties.keySet().stream()
        .sorted(Comparator.comparingDouble(queue -> needs.getOrDefault(queue, 0.0)))
        .toList();
  }

  private List<Party> parties(String queue) {
    return Objects.requireNonNull(parties.get(queue));
  }

  /**
   * The part that a queue holds of the share that all queues leave it. A queue whose share is too
   * small for a task has taken nothing of it, and so is the first that is offered the rest.
   */
  private double need(String queue) {
    double share = entitlements.first(queue);
    return share > 0 ? held(queue) / share : Double.MAX_VALUE;
  }

  /** The amount of its resource that a queue holds in the draft. */
  private double held(String queue) {
    int column = entitlements.share(queue).column();
    double held = 0;
    for (Party party : parties(queue)) {
      for (Job job : holders(party)) {
        held += reclaim.amount(job, draft.of(job), column);
      }
    }
    return held;
  }

  /** The jobs that hold resources at the start or in the draft. */
  private List<Job> holders(Party party) {
    var holders = new ArrayList<Job>(party.holding());
    holders.addAll(party.pinned());
    holders.addAll(started.getOrDefault(party, List.of()));
    return holders;
  }

  private void decide(Party party) {
    String queue = party.queue();
    Room room = room(party, entitlements.amount(queue) - held(queue));
    if (room.hasBudget()) {
      room.showFree();
      room.limit(entitlements.reclaimable(queue, room.largestTask()) - held(queue));
      surplus(queue).forEach(room::show);
    }
    lowerPriority(party).forEach(room::show);
    decide(party, room);
    room.cuts().forEach(cut -> takeIfUsed(cut, party));
  }

  private Room room(Party party, double budget) {
    return new Room(
        party,
        cluster.nodes(),
        draft.free().copy(),
        tasks,
        entitlements.share(party.queue()).column(),
        budget);
  }

  /** The steps of queues that have not decided and hold more than their share. */
  private List<Cut> surplus(String queue) {
    var cuts = new ArrayList<Cut>();
    for (String other : byNeed().reversed()) {
      double surplus = held(other) - entitlements.amount(other);
      if (!other.equals(queue) && surplus > ROUNDING && !hasDecided(other)) {
        cuts.addAll(reclaim.surplus(holding(other), entitlements.share(other).column(), surplus));
      }
    }
    return cuts;
  }

  private List<Cut> lowerPriority(Party party) {
    List<Job> jobs =
        parties(party.queue()).stream()
            .filter(other -> other.level() > party.level())
            .flatMap(other -> other.holding().stream())
            .toList();
    return jobs.isEmpty() ? List.of() : reclaim.lowerPriority(holding(jobs));
  }

  private boolean hasDecided(String queue) {
    return turns.containsKey(parties(queue).getFirst());
  }

  private List<Job> holding(String queue) {
    return holding(parties(queue).stream().flatMap(party -> party.holding().stream()).toList());
  }

  private List<Job> holding(List<Job> jobs) {
    return jobs.stream().filter(job -> !draft.of(job).isNone()).toList();
  }

  private void decide(Party party, Room room) {
    Map<Long, Allocation> before = new HashMap<>();
    party.holding().forEach(job -> before.put(job.arrival(), draft.of(job)));
    var limits =
        new OwnerLimits(entitlements.share(party.queue()).queue(), parties(party.queue()), draft);
    Cluster shown = Part.of(cluster, party, draft, tasks, room, limits);
    Plan plan = inside.decide(shown);
    turns.put(party, new Turn(party, before, shown, plan));
    apply(party, plan);
  }

  private void apply(Party party, Plan plan) {
    Map<Long, Allocation> granted = new HashMap<>();
    for (Grant grant : plan.grants()) {
      granted.put(grant.job().arrival(), grant.allocation());
    }
    for (Job job : party.holding()) {
      Allocation to = granted.remove(job.arrival());
      draft.set(job, to == null ? Allocation.NONE : to);
    }
    List<Job> starting =
        granted.keySet().stream()
            .flatMap(arrival -> party.jobs().at(arrival).stream())
            .filter(job -> !job.holdsResources())
            .toList();
    starting.forEach(job -> draft.set(job, Objects.requireNonNull(granted.get(job.arrival()))));
    started.put(party, starting);
  }

  /** Takes a step if the party has used what it gives back. */
  private void takeIfUsed(Cut cut, Party party) {
    boolean isUsed =
        cut.from().shares().stream()
            .filter(share -> !cut.to().shares().contains(share))
            .map(share -> cluster.nodes().indexOf(share.node()))
            .anyMatch(node -> node.isPresent() && draft.free().isOverdrawn(node.getAsInt()));
    if (isUsed) {
      draft.set(cut.job(), cut.to());
      losses.put(
          cut.job().arrival(),
          cut.isOwn() ? new Loss.ToHigherPriority(taker(party)) : new Loss.ToAnotherQueue());
    }
  }

  /** The first job of the party that has more than before. */
  private Optional<JobId> taker(Party party) {
    return party.jobs().stream()
        .filter(job -> draft.of(job).size().compareTo(job.allocation().size()) > 0)
        .map(Job::id)
        .findFirst();
  }

  /** Lets a queue decide again with the resources that are still free. */
  private void offerRest(Party party) {
    Turn first = Objects.requireNonNull(turns.get(party));
    if (!wantsMore(party, first)) {
      return;
    }
    Map<Long, Allocation> decided = new HashMap<>();
    party.jobs().forEach(job -> decided.put(job.arrival(), draft.of(job)));
    restore(party, first.before());
    if (isOverdrawn(party)) {
      restore(party, decided);
      return;
    }
    Room room = room(party, entitlements.limit(party.queue()) - held(party.queue()));
    room.showFree();
    decide(party, room);
  }

  /** Sets these allocations; other jobs have what they had at the start. */
  private void restore(Party party, Map<Long, Allocation> allocations) {
    for (Job job : party.jobs()) {
      draft.set(
          job, Optional.ofNullable(allocations.get(job.arrival())).orElseGet(job::allocation));
    }
  }

  /** Whether the party's own jobs no longer fit where they were, because others are there now. */
  private boolean isOverdrawn(Party party) {
    return party.holding().stream()
        .flatMap(job -> draft.of(job).shares().stream())
        .map(share -> cluster.nodes().indexOf(share.node()))
        .anyMatch(node -> node.isPresent() && draft.free().isOverdrawn(node.getAsInt()));
  }

  private boolean wantsMore(Party party, Turn turn) {
    FreeCapacity free = draft.free();
    if (!(free.left(entitlements.resource(party.queue())) > 0)) {
      return false;
    }
    Set<Demand> tried = new HashSet<>();
    for (Job job : turn.shown().jobs()) {
      Demand demand = job.spec().demand();
      Job own = party.jobs().at(job.arrival()).orElseThrow();
      if (mayGrow(own) && tried.add(demand) && free.first(demand, Size.workers(1), 0) >= 0) {
        return true;
      }
    }
    return false;
  }
}
