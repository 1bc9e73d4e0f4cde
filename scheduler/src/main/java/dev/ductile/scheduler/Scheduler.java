package dev.ductile.scheduler;

import dev.ductile.api.Clock;
import dev.ductile.api.Cluster;
import dev.ductile.api.Command;
import dev.ductile.api.Engine;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobNote;
import dev.ductile.api.JobState;
import dev.ductile.api.Order;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/**
 * The scheduling loop: observe events, decide, drop illegal grants, apply the rest. Events and
 * decisions are appended to the journal before the scheduler acts on them.
 */
public final class Scheduler {
  /** The longest sleep of the loop when nothing is due. */
  private static final Duration LONGEST_SLEEP = Duration.ofDays(36_500);

  private static final String UNAWAITED =
      "its submission was not in the journal in time, and its sender was told so";

  private Policy policy;
  private final Engine engine;
  private final Clock clock;
  private final SchedulerObserver observer;
  private final Ledger ledger;
  private final DerivedEvents derivedEvents;
  private final Journal journal;
  private final Controls controls;
  private final RestingJobs restingJobs;
  private final ChangeReasons reasons;

  /** Jobs that may have to leave their allocation at the next decision. */
  private final Set<JobId> toCheck = new LinkedHashSet<>();

  /** Ended jobs whose tasks may still run, because the engine has not reported their end. */
  private final Set<JobId> ending = new LinkedHashSet<>();

  /** Submitted jobs whose senders no longer waited for the answer. */
  private final List<JobId> unawaited = new ArrayList<>();

  /** What changes before the next round; empty if nothing does. */
  private final AtomicReference<Optional<SchedulerTuning>> tuning =
      new AtomicReference<>(Optional.empty());

  private final DecisionAgenda agenda;
  private boolean undecided;
  private boolean settled;
  private long decisions;
  private long rejections;
  private long refused;
  private long partialStarts;

  public Scheduler(SchedulerParts parts) {
    this.engine = parts.engine();
    this.clock = parts.clock();
    this.observer = parts.observer();
    this.ledger = parts.ledger();
    this.derivedEvents = new DerivedEvents(ledger, observer);
    this.journal = parts.journal();
    this.controls = parts.controls();
    this.restingJobs = parts.resting();
    this.reasons = parts.reasons();
    this.policy = ledger.policy().map(controls.policies()).orElse(parts.policy());
    this.undecided = ledger.activeJobs() > 0;
    this.agenda = new DecisionAgenda(parts.pace(), clock.instant());
  }

  /**
   * Takes over the jobs that an earlier scheduler of this cluster left running, as the ledger knows
   * them; call it before the first round.
   */
  public void adopt() {
    engine.adopt(ledger.orders());
    ledger.allocatedJobs().forEach(job -> toCheck.add(job.id()));
  }

  /** Makes rounds until {@code done}, which is checked after every round. */
  public void runUntil(Predicate<Scheduler> done) {
    runUntil(done, Instant.MAX);
  }

  /** The same, with a round at {@code latest} even if nothing happens. */
  public void runUntil(Predicate<Scheduler> done, Instant latest) {
    round();
    while (!done.test(this)) {
      clock.sleepUntil(wakeUp(latest));
      round();
    }
  }

  /** Changes settings before the next round, from any thread. */
  public void tune(SchedulerTuning changed) {
    tuning.set(Optional.of(changed));
  }

  private void adopt(SchedulerTuning changed) {
    agenda.change(changed.pace(), clock.instant());
    restingJobs.change(changed.stability());
  }

  /** One round. It makes a decision only if a relevant event has happened or a time is due. */
  public void round() {
    tuning.getAndSet(Optional.empty()).ifPresent(this::adopt);
    observe();
    Instant now = clock.instant();
    if (now.isBefore(agenda.next(undecided))) {
      return;
    }
    RestingJobs.Protected resting = restingJobs.protect(ledger.picture(now));
    Cluster picture = resting.cluster();
    Evictions evictions = Evictions.of(picture, evicted(picture));
    Decision decision = Decision.of(evictions, ledger.gangs(), ledger.withheld(), policy);
    decisions++;
    undecided = false;
    agenda.decided(now, decision.shown(), decision.answer());
    if (!decision.violations().isEmpty()) {
      rejections++;
      observer.rejected(decision.shown(), decision.answer(), decision.violations());
    }
    partialStarts += decision.partialStarts();
    settled = decision.plan().settled();
    Plan plan = resting.explained(decision.plan());
    observer.decided(decision.cluster(), plan);
    apply(decision.cluster(), plan);
    agenda.applied(clock.instant());
  }

  /** The jobs that have lost the right to their allocation, until they have left it. */
  private List<Job> evicted(Cluster picture) {
    List<Job> evicted =
        toCheck.stream()
            .flatMap(id -> ledger.find(id).stream())
            .filter(job -> job.holdsResources() && !EvictedJob.mayKeep(job, picture))
            .toList();
    toCheck.clear();
    evicted.forEach(job -> toCheck.add(job.id()));
    return evicted;
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

  /** The number of plans with illegal grants. */
  public long rejections() {
    return rejections;
  }

  /** The number of grants that were dropped because they would have started a part of a gang. */
  public long partialStarts() {
    return partialStarts;
  }

  /** The number of times that a job was left alone because it had changed too often. */
  public long rests() {
    return restingJobs.rests();
  }

  /** The number of cancelled jobs whose tasks may not have ended yet. */
  public int endingJobs() {
    return ending.size();
  }

  /** The number of submitted jobs that were not accepted. */
  public long refusedJobs() {
    return refused;
  }

  /** A command that the round cannot answer, for example without a journal, is refused. */
  private void observe() {
    List<Inbox.PendingCommand> commands = controls.inbox().take(clock.instant());
    try {
      observe(commands);
    } catch (RuntimeException | Error failure) {
      CommandAnswer refused = CommandAnswer.Refused.becauseOf(failure);
      commands.forEach(pending -> pending.send(refused));
      throw failure;
    }
  }

  private void observe(List<Inbox.PendingCommand> commands) {
    var happened = new ArrayList<Event>();
    var orders = new ArrayList<Order>();
    var answered = new ArrayList<AnsweredCommand>();
    for (Event event : engine.poll()) {
      if (!isOfForgottenJob(event)) {
        derivedEvents.endOfFeedback(event).ifPresent(phase -> fold(phase, happened));
        fold(event, happened);
        derivedEvents.learned(event).ifPresent(speed -> fold(speed, happened));
        changed(event).forEach(job -> toCheck.add(job.id()));
      }
    }
    for (Inbox.PendingCommand pending : commands) {
      answered.add(new AnsweredCommand(pending, execute(pending.command(), happened, orders)));
    }
    commit(happened, answered);
    orders.forEach(engine::apply);
    cancelUnawaited();
  }

  /** Cancels the jobs whose senders were told otherwise, before anything is decided about them. */
  private void cancelUnawaited() {
    if (unawaited.isEmpty()) {
      return;
    }
    var happened = new ArrayList<Event>();
    var orders = new ArrayList<Order>();
    unawaited.forEach(job -> execute(new Command.Cancel(job, UNAWAITED), happened, orders));
    unawaited.clear();
    commit(happened, List.of());
    orders.forEach(engine::apply);
  }

  /**
   * Whether the ledger does not know the job of this end, such as one that was cancelled before.
   */
  private boolean isOfForgottenJob(Event event) {
    boolean isForgotten = event instanceof Event.Ended ended && ledger.find(ended.job()).isEmpty();
    if (isForgotten) {
      ending.remove(((Event.Ended) event).job());
    }
    return isForgotten;
  }

  private CommandAnswer execute(Command command, List<Event> happened, List<Order> orders) {
    Instant now = clock.instant();
    return switch (new CommandValidation(ledger, controls.policies()).check(command, now)) {
      case CommandValidation.CommandResult.Accept(Event event) -> {
        lastOrder(event)
            .ifPresent(order -> {
              orders.add(order);
              ending.add(order.job());
            });
        fold(event, happened);
        stopped(event)
            .ifPresent(job -> {
              fold(AllocationChange.stop(job).event(now, Optional.empty()), happened);
              orders.add(AllocationChange.stop(job).order());
            });
        changed(event).forEach(job -> toCheck.add(job.id()));
        yield new CommandAnswer.Accepted(now);
      }
      case CommandValidation.CommandResult.Replace(Event.PolicySet event, Policy made) -> {
        fold(event, happened);
        policy = made;
        yield new CommandAnswer.Accepted(now);
      }
      case CommandValidation.CommandResult.Refuse(String why) -> {
        if (command instanceof Command.Submit submit) {
          refused++;
          fold(new Event.Refused(now, submit.job(), why), happened);
        }
        yield new CommandAnswer.Refused(why);
      }
    };
  }

  private Optional<Job> stopped(Event event) {
    return event instanceof Event.Held held
        ? ledger.find(held.job()).filter(Job::holdsResources)
        : Optional.empty();
  }

  /** The jobs that may have to leave their allocation after this event. */
  private List<Job> changed(Event event) {
    return switch (event) {
      case Event.Accepted accepted ->
          ledger.find(accepted.job()).filter(Job::holdsResources).map(List::of).orElse(List.of());
      case Event.NodeUp up ->
          ledger.allocatedJobs().stream()
              .filter(job -> job.allocation().uses(up.node().id()))
              .toList();
      case Event.NodeDrained _ -> ledger.allocatedJobs();
      case Event.OfNode _, Event.Setting _, Event.Decided _, Event.Report _, Event.Ended _ ->
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

  /** Folds an event, and the ends of the jobs that can never start after it. */
  private void fold(Event event, List<Event> happened) {
    var events = new ArrayDeque<>(List.of(event));
    while (!events.isEmpty()) {
      Event next = events.removeFirst();
      undecided |= opensDecision(next);
      events.addAll(derivedEvents.neverStarting(next));
      ledger.fold(next);
      restingJobs.take(next);
      happened.add(next);
    }
  }

  /** Appends events to the journal before they are shown, answered or acted upon. */
  private void commit(List<Event> events, List<AnsweredCommand> answered) {
    journal.append(events);
    try {
      events.forEach(observer::happened);
      observer.committed(() -> ledger.picture(clock.instant()));
    } finally {
      answered.stream()
          .filter(each -> !each.send())
          .filter(AnsweredCommand::isSubmission)
          .map(AnsweredCommand::job)
          .forEach(unawaited::add);
    }
  }

  /** Whether another plan may be better after this event. */
  private boolean opensDecision(Event event) {
    return switch (event) {
      case Event.OfNode _,
          Event.Setting _,
          Event.Accepted _,
          Event.PhaseChanged _,
          Event.SpeedLearned _,
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

  /** A job in an unknown state may be changed again as soon as a report of it comes. */
  private boolean isUnknown(JobId id) {
    return ledger.find(id).filter(job -> job.state() == JobState.UNKNOWN).isPresent();
  }

  private Instant wakeUp(Instant latest) {
    Instant now = clock.instant();
    if (controls.inbox().hasDue()) {
      return now;
    }
    Instant planned = DecisionAgenda.earlier(agenda.next(undecided), controls.inbox().nextDue());
    Instant asked = now.isBefore(latest) ? latest : Instant.MAX;
    return DecisionAgenda.earlier(DecisionAgenda.earlier(planned, asked), now.plus(LONGEST_SLEEP));
  }

  private void apply(Cluster cluster, Plan plan) {
    Instant now = cluster.now();
    var decided = new ArrayList<Event>();
    for (JobNote note : plan.notes()) {
      decided.add(new Event.Noted(now, note.job(), note.policy(), note.note()));
    }
    List<AllocationChange> changes = AllocationChange.of(cluster, plan);
    for (AllocationChange change : changes) {
      decided.add(change.event(now, reasons.of(plan, change.job(), change.target())));
    }
    decided.forEach(ledger::fold);
    decided.forEach(restingJobs::take);
    commit(decided, List.of());
    changes.forEach(change -> engine.apply(change.order()));
  }
}
