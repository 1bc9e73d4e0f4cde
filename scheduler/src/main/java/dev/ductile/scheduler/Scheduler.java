package dev.ductile.scheduler;

import dev.ductile.api.Allocation;
import dev.ductile.api.Clock;
import dev.ductile.api.Cluster;
import dev.ductile.api.Command;
import dev.ductile.api.Engine;
import dev.ductile.api.Event;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobNote;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.Order;
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

/**
 * The loop: observe what happened, decide what should be, drop what is illegal, apply the rest.
 * Events and decisions are appended to a journal before anything is done about them.
 */
public final class Scheduler {
  /** How long the loop sleeps when nothing is planned. */
  private static final Duration LONGEST_SLEEP = Duration.ofDays(36_500);

  private Policy policy;
  private final Engine engine;
  private final Clock clock;
  private final Pace pace;
  private final Observer observer;
  private final Ledger ledger;
  private final Journal journal;
  private final Controls controls;
  private Instant nextTick;
  private Instant reconsider = Instant.MAX;
  private boolean undecided;
  private boolean settled;
  private long decisions;
  private long rejections;
  private long dropped;
  private long refused;

  public Scheduler(SchedulerParts parts) {
    this.engine = parts.engine();
    this.clock = parts.clock();
    this.pace = parts.pace();
    this.observer = parts.observer();
    this.ledger = parts.ledger();
    this.journal = parts.journal();
    this.controls = parts.controls();
    this.policy = ledger.policy().map(controls.policies()).orElse(parts.policy());
    this.undecided = ledger.activeJobs() > 0;
    this.nextTick = pace.isPeriodic() ? clock.instant() : Instant.MAX;
  }

  /**
   * Takes over the jobs that an earlier scheduler of this cluster left running, as the ledger knows
   * them; before the first round.
   */
  public void adopt() {
    engine.adopt(ledger.orders());
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
    Admission admission = Admission.of(cluster, ledger.held());
    Plan plan = admission.complete(policy.decide(admission.cluster()));
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
    var happened = new ArrayList<Event>();
    var orders = new ArrayList<Order>();
    List<Inbox.Letter> letters = controls.inbox().take();
    var answered = new ArrayList<Answered>();
    for (Event event : engine.poll()) {
      if (isOfForgottenJob(event)) {
        continue;
      }
      Optional<Event> refusal = ledger.refusal(event);
      if (refusal.isPresent()) {
        refused++;
        take(refusal.get(), happened);
      } else {
        ledger.endOfFeedback(event).ifPresent(phase -> take(phase, happened));
        take(event, happened);
      }
    }
    for (Inbox.Letter letter : letters) {
      answered.add(new Answered(letter, obey(letter.command(), happened, orders)));
    }
    keep(happened);
    answered.forEach(Answered::send);
    orders.forEach(engine::apply);
  }

  /** A command with its answer, which is sent when the command is in the journal. */
  private record Answered(Inbox.Letter letter, Answer answer) {
    void send() {
      letter.answer().complete(answer);
    }
  }

  /** Such as the end of a job's tasks after it was cancelled. */
  private boolean isOfForgottenJob(Event event) {
    return event instanceof Event.Ended ended && ledger.find(ended.job()).isEmpty();
  }

  private Answer obey(Command command, List<Event> happened, List<Order> orders) {
    Instant now = clock.instant();
    return switch (new Commands(ledger, controls.policies()).rule(command, now)) {
      case Commands.Ruling.Accept(Event event) -> {
        lastOrder(event).ifPresent(orders::add);
        take(event, happened);
        for (Job job : displaced(event)) {
          var stop = new Change(job, job.spec(), Allocation.NONE);
          take(stop.event(now), happened);
          orders.add(stop.order());
        }
        yield new Answer.Accepted(now);
      }
      case Commands.Ruling.Replace(Event.PolicySet event, Policy made) -> {
        take(event, happened);
        policy = made;
        yield new Answer.Accepted(now);
      }
      case Commands.Ruling.Refuse(String why) -> {
        if (command instanceof Command.Submit submit) {
          refused++;
          take(new Event.Refused(now, submit.job(), why), happened);
        }
        yield new Answer.Refused(why);
      }
    };
  }

  /** The jobs that must let go of what they hold after this event; a policy may place them anew. */
  private List<Job> displaced(Event event) {
    return switch (event) {
      case Event.Held held -> holder(held.job(), _ -> true);
      case Event.Amended amended -> holder(amended.job(), Scheduler::isOutOfBounds);
      case Event.Scaled scaled -> holder(scaled.job(), Scheduler::isOutOfBounds);
      case Event.NodeDrained drained ->
          ledger.holders().stream().filter(job -> job.allocation().uses(drained.node())).toList();
      case Event.OfNode _,
          Event.Setting _,
          Event.Accepted _,
          Event.Decided _,
          Event.Report _,
          Event.Ended _ ->
          List.of();
    };
  }

  private Optional<Order> lastOrder(Event event) {
    return event instanceof Event.Cancelled cancelled
        ? ledger
            .find(cancelled.job())
            .filter(job -> job.revision() > 0)
            .map(job -> Order.end(job.revision() + 1, job.spec()))
        : Optional.empty();
  }

  private List<Job> holder(JobId id, Predicate<Job> rule) {
    return ledger.find(id).filter(Job::holdsResources).filter(rule).stream().toList();
  }

  private static boolean isOutOfBounds(Job job) {
    return !job.spec().bounds().allows(job.allocation().size());
  }

  private void take(Event event, List<Event> happened) {
    undecided |= opensDecision(event);
    ledger.fold(event);
    happened.add(event);
  }

  /** Nothing is acted upon or shown before it is in the journal. */
  private void keep(List<Event> events) {
    journal.append(events);
    events.forEach(observer::happened);
  }

  /** Whether the best plan may be another after this event. */
  private boolean opensDecision(Event event) {
    return switch (event) {
      case Event.OfNode _,
          Event.Setting _,
          Event.Accepted _,
          Event.PhaseChanged _,
          Event.Crashed _ ->
          true;
      case Event.Ended _ -> !settled;
      case Event.Running running -> isUnknown(running.job());
      case Event.Decided _,
          Event.Progressed _,
          Event.Rescaled _,
          Event.Released _,
          Event.Unknown _ ->
          false;
    };
  }

  /** A job that was lost from sight may be changed again as soon as it is found. */
  private boolean isUnknown(JobId id) {
    return ledger.find(id).filter(job -> job.state() == JobState.UNKNOWN).isPresent();
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

  private void apply(Cluster cluster, Plan plan) {
    Instant now = cluster.now();
    var decided = new ArrayList<Event>();
    for (JobNote note : plan.notes()) {
      decided.add(new Event.Noted(now, note.job(), note.policy(), note.note()));
    }
    List<Change> changes = changes(cluster, plan);
    changes.forEach(change -> decided.add(change.event(now)));
    decided.forEach(ledger::fold);
    keep(decided);
    changes.forEach(change -> engine.apply(change.order()));
  }

  /** What is taken away comes before what is given, so that there is room for it. */
  private static List<Change> changes(Cluster cluster, Plan plan) {
    var changes = new ArrayList<Change>();
    for (Job job : withoutGrant(cluster, plan)) {
      changes.add(new Change(job, job.spec(), Allocation.NONE));
    }
    for (Grant grant : plan.grants()) {
      if (grant.isChange()) {
        changes.add(new Change(grant.job(), asGranted(grant), grant.allocation()));
      }
    }
    return changes;
  }

  /** A job that is given another allocation than it has. */
  private record Change(Job job, JobSpec asGranted, Allocation target) {
    long revision() {
      return job.revision() + 1;
    }

    Event event(Instant now) {
      return new Event.Allocated(now, job.id(), revision(), job.allocation(), target);
    }

    Order order() {
      return new Order(revision(), asGranted, target);
    }
  }

  /** The job as its engine is to treat it this time. */
  private static JobSpec asGranted(Grant grant) {
    JobSpec spec = grant.job().spec();
    return grant.mechanism() == spec.mechanism() ? spec : spec.withMechanism(grant.mechanism());
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
