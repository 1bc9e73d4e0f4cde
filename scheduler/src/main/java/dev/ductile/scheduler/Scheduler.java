package dev.ductile.scheduler;

import dev.ductile.api.Allocation;
import dev.ductile.api.Clock;
import dev.ductile.api.Cluster;
import dev.ductile.api.Engine;
import dev.ductile.api.Event;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Violation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The loop: observe what happened, decide what should be, drop what is illegal, apply the rest. */
public final class Scheduler {
  /** How long the loop sleeps when nothing is planned. */
  private static final Duration LONGEST_SLEEP = Duration.ofDays(36_500);

  private final Policy policy;
  private final Engine engine;
  private final Clock clock;
  private final Pace pace;
  private final Observer observer;
  private final Ledger ledger;
  private Instant nextTick;
  private Instant reconsider = Instant.MAX;
  private boolean undecided;
  private boolean settled;
  private long decisions;
  private long rejections;
  private long dropped;
  private long refused;

  /** A scheduler of a cluster of which nothing is known yet. */
  public Scheduler(Policy policy, Engine engine, Clock clock, Pace pace, Observer observer) {
    this(policy, engine, clock, pace, observer, new Ledger());
  }

  /** A scheduler that takes over what the ledger knows, and decides on it at once. */
  public Scheduler(
      Policy policy, Engine engine, Clock clock, Pace pace, Observer observer, Ledger ledger) {
    this.policy = policy;
    this.engine = engine;
    this.clock = clock;
    this.pace = pace;
    this.observer = observer;
    this.ledger = ledger;
    this.undecided = ledger.activeJobs() > 0;
    this.nextTick = pace.isPeriodic() ? clock.instant() : Instant.MAX;
  }

  /** Goes round until {@code done}; the test is made after every round. */
  public void runUntil(Predicate<Scheduler> done) {
    round();
    while (!done.test(this)) {
      clock.sleepUntil(wakeUp());
      round();
    }
  }

  /** One round: nothing is decided where nothing happened that matters. */
  public void round() {
    observe();
    Instant now = clock.instant();
    if (!isDue(now)) {
      return;
    }
    Cluster cluster = ledger.picture(now);
    Plan plan = policy.decide(cluster);
    decisions++;
    schedule(now, cluster, plan);
    LawfulPlan lawful = LawfulPlan.of(cluster, plan);
    if (!lawful.dropped().isEmpty()) {
      rejections++;
      dropped += lawful.dropped().stream().map(Violation::grant).distinct().count();
      observer.rejected(cluster, plan, lawful.dropped());
    }
    settled = lawful.plan().settled();
    observer.decided(cluster, lawful.plan());
    apply(cluster, lawful.plan());
  }

  public Ledger ledger() {
    return ledger;
  }

  public Instant now() {
    return clock.instant();
  }

  public long decisions() {
    return decisions;
  }

  /** How many plans had illegal grants. */
  public long rejections() {
    return rejections;
  }

  /** How many grants were illegal, and so dropped from their plans. */
  public long droppedGrants() {
    return dropped;
  }

  /** How many jobs were submitted and not accepted. */
  public long refusedJobs() {
    return refused;
  }

  private void observe() {
    for (Event event : engine.poll()) {
      Optional<Event> refusal = ledger.refusal(event);
      if (refusal.isPresent()) {
        refused++;
        record(refusal.get());
      } else {
        ledger.endOfFeedback(event).ifPresent(this::take);
        take(event);
      }
    }
  }

  private void take(Event event) {
    record(event);
    undecided |= event.opensDecision() && !(settled && event.isDeparture());
  }

  private boolean isDue(Instant now) {
    return (undecided && pace.onEvents()) || !now.isBefore(nextTick) || !now.isBefore(reconsider);
  }

  /** Settles when to ask again: at the next tick, the policy's wish, or the end of a protection. */
  private void schedule(Instant now, Cluster cluster, Plan plan) {
    undecided = false;
    if (!now.isBefore(nextTick)) {
      nextTick =
          nextTick.plus(
              pace.every()
                  .multipliedBy(Duration.between(nextTick, now).dividedBy(pace.every()) + 1));
    }
    reconsider = plan.reconsider().filter(now::isBefore).orElse(Instant.MAX);
    for (Job job : cluster.pinned()) {
      if (job.protectedUntil().isBefore(reconsider)) {
        reconsider = job.protectedUntil();
      }
    }
  }

  private Instant wakeUp() {
    Instant earliest = nextTick.isBefore(reconsider) ? nextTick : reconsider;
    Instant latest = clock.instant().plus(LONGEST_SLEEP);
    return earliest.isBefore(latest) ? earliest : latest;
  }

  /** What is taken away comes before what is given, so that there is room for it. */
  private void apply(Cluster cluster, Plan plan) {
    Instant now = cluster.now();
    plan.standings().forEach((job, standing) -> record(new Event.Stood(now, job, standing)));
    for (Job job : withoutGrant(cluster, plan)) {
      change(now, job, job.spec(), Allocation.NONE);
    }
    for (Grant grant : plan.grants()) {
      if (grant.isChange()) {
        change(now, grant.job(), asGranted(grant), grant.allocation());
      }
    }
  }

  private void change(Instant now, Job job, JobSpec spec, Allocation target) {
    record(new Event.Allocated(now, job.id(), job.allocation(), target));
    engine.apply(spec, target);
  }

  /** The job as its engine is to treat it this time. */
  private static JobSpec asGranted(Grant grant) {
    JobSpec spec = grant.job().spec();
    return grant.mechanism() == spec.mechanism() ? spec : spec.withMechanism(grant.mechanism());
  }

  private void record(Event event) {
    ledger.fold(event);
    observer.happened(event);
  }

  private static List<Job> withoutGrant(Cluster cluster, Plan plan) {
    int kept = 0;
    for (Grant grant : plan.grants()) {
      kept += grant.job().holdsResources() ? 1 : 0;
    }
    if (kept == cluster.running().size()) {
      return List.of();
    }
    Set<Long> granted =
        plan.grants().stream().map(grant -> grant.job().arrival()).collect(Collectors.toSet());
    var stopped = new ArrayList<Job>();
    for (Job job : cluster.running()) {
      if (!granted.contains(job.arrival())) {
        stopped.add(job);
      }
    }
    return stopped;
  }
}
