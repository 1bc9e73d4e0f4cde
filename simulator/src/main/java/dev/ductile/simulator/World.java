package dev.ductile.simulator;

import dev.ductile.api.Allocation;
import dev.ductile.api.Clock;
import dev.ductile.api.Cluster;
import dev.ductile.api.Command;
import dev.ductile.api.Engine;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.Order;
import dev.ductile.api.Size;
import dev.ductile.api.Speeds;
import dev.ductile.scenario.Failures;
import dev.ductile.scenario.Feedback;
import dev.ductile.scenario.Noise;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.Submission;
import dev.ductile.scheduler.Inbox;
import dev.ductile.scheduler.TimedCommand;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * A simulated cluster: both the engine and the clock of a simulation. Between two events each job
 * trains at a constant rate, so its progress is exact and needs no computation.
 */
public final class World implements Engine, Clock {
  private final Inbox inbox;
  private final TrueSpeeds speeds;
  private final Pauses pauses;
  private final RandomEffects effects;
  private final Colocation colocation;
  private final NodeFailures failures;
  private final long horizon;
  private final Map<JobId, JobExecution> jobs = new LinkedHashMap<>();
  private final Set<JobId> names = new HashSet<>();
  private final EventCalendar calendar = new EventCalendar();
  private List<Event> events = new ArrayList<>();
  private long now;
  private Instant instant;
  private double lostSeconds;

  /** A cluster to which jobs are submitted, in order of time. */
  public World(Scenario scenario, Speeds speeds, Iterator<Submission> arrivals, long seed) {
    this(scenario, speeds, seed, TrueSpeeds.submitting(arrivals, scenario.rescale()), List.of());
  }

  /** A cluster with commands of users in order of time, and with recorded changes of its nodes. */
  World(
      Scenario scenario,
      Speeds speeds,
      long seed,
      Function<TrueSpeeds, Iterator<TimedCommand>> commands,
      List<Event.OfNode> nodeChanges) {
    this.speeds = new TrueSpeeds(speeds, scenario.estimator().isPresent());
    this.inbox = new Inbox(commands.apply(this.speeds), this::prepare, this::follow);
    this.instant = inbox.isEmpty() ? Instant.EPOCH : inbox.nextDue();
    this.now = SimulatedTime.nanos(instant);
    this.horizon = Math.addExact(now, scenario.limits().horizon().toNanos());
    this.effects = new RandomEffects(scenario.noise(), scenario.feedback(), seed, now);
    this.pauses =
        new Pauses(
            new DrawnCosts(scenario.rescale(), seed), new Handover(scenario.rescale().handover()));
    this.colocation = new Colocation(scenario.colocation());
    this.failures = new NodeFailures(scenario.nodes(), scenario.failures(), seed, now);
    nodeChanges.forEach(failures::add);
    scenario.nodes().list().forEach(node -> events.add(new Event.NodeUp(instant, node)));
    scenario.queues().forEach(queue -> events.add(new Event.QueueSet(instant, queue)));
  }

  /**
   * The expected world after a known picture: pauses have their expected length, no node fails.
   *
   * @param arrivals jobs that are yet to arrive, none earlier than the picture
   * @param speedup the factor by which a job of the picture is faster than its known speed
   */
  public World(
      Cluster picture,
      Speeds speeds,
      Iterator<Submission> arrivals,
      Duration horizon,
      ToDoubleFunction<Job> speedup) {
    this.speeds = new TrueSpeeds(speeds, false);
    this.instant = picture.now();
    this.now = SimulatedTime.nanos(instant);
    this.horizon = Math.addExact(now, horizon.toNanos());
    this.pauses = new Pauses(ExpectedCosts.of(picture), new Handover(false));
    this.inbox = new Inbox(new SubmitCommands(arrivals, pauses::expected), this::prepare, _ -> {});
    this.effects = new RandomEffects(Noise.NONE, Feedback.NONE, 0, now);
    this.colocation = new Colocation(0);
    this.failures = new NodeFailures(picture.nodes(), Failures.NEVER, 0, now);
    picture.jobs().forEach(job -> resume(job, speedup.applyAsDouble(job)));
  }

  /** The commands of the cluster's users. */
  public Inbox inbox() {
    return inbox;
  }

  @Override
  public Instant instant() {
    return instant;
  }

  /** Whether the scheduler has read all commands, and all jobs are over and reported. */
  public boolean isOver() {
    return inbox.isEmpty() && jobs.isEmpty() && events.isEmpty();
  }

  public boolean isPastHorizon() {
    return now >= horizon;
  }

  /** Seconds in which jobs held resources without progress, plus seconds of repeated work. */
  public double lostSeconds() {
    return lostSeconds + jobs.values().stream().mapToDouble(job -> job.lostAt(now)).sum();
  }

  @Override
  public List<Event> poll() {
    List<Event> happened = events;
    events = new ArrayList<>();
    return happened;
  }

  @Override
  public void sleepUntil(Instant deadline) {
    long latest =
        deadline.isAfter(SimulatedTime.instant(horizon)) ? horizon : SimulatedTime.nanos(deadline);
    while (events.isEmpty() && now < latest && !isOver()) {
      advance(Math.min(nextEvent(), latest));
    }
  }

  @Override
  public void close() {
    jobs.clear();
  }

  private long nextEvent() {
    return Math.min(calendar.next(), Math.min(failures.next(), effects.nextChange(jobs.isEmpty())));
  }

  private void advance(long to) {
    now = to;
    instant = SimulatedTime.instant(now);
    while (calendar.next() == now) {
      execute(calendar.remove());
    }
    failures.due(now).forEach(this::failOrRepair);
    if (effects.changes(now)) {
      List.copyOf(jobs.values()).forEach(this::adjust);
    }
  }

  /** Creates the job of a submission; the scheduler refuses a second job of a name. */
  void prepare(Command command) {
    if (command instanceof Command.Submit submit) {
      JobExecution job = speeds.job(submit, effects.speedup(submit.job()));
      if (names.add(submit.job())) {
        jobs.putIfAbsent(submit.job(), job);
      }
    }
  }

  /** Obeys a command that is accepted; a job may end without an order. */
  private void follow(Command command) {
    if (command instanceof Command.Cancel cancel) {
      find(cancel.job()).filter(job -> job.revision() == 0).ifPresent(this::remove);
    } else if (command instanceof Command.Amend amend) {
      find(amend.job()).ifPresent(job -> amend(job, amend.spec()));
    }
  }

  private Optional<JobExecution> find(JobId id) {
    return Optional.ofNullable(jobs.get(id));
  }

  private void amend(JobExecution job, JobSpec spec) {
    if (job.amend(now, spec.work()) && job.trains()) {
      train(job);
    }
  }

  /** Continues a job from its state in a picture. */
  private void resume(Job pictured, double speedup) {
    JobExecution job = JobExecution.of(pictured, instant, speedup);
    jobs.put(pictured.id(), job);
    if (pictured.state() == JobState.RUNNING) {
      train(job);
    } else if (pictured.holdsResources()) {
      job.pause(now);
      long begins = SimulatedTime.nanos(pictured.progress().asOf()) + pauses.start(job).toNanos();
      calendar.plan(Math.max(now, begins), EventCalendar.Kind.BEGIN, job);
    }
  }

  private void execute(EventCalendar.PlannedEvent planned) {
    JobExecution job = planned.subject();
    switch (planned.kind()) {
      case BEGIN -> begin(job);
      case REPORT -> events.add(job.progressed(instant, failures.checkpointEveryNanos()));
      case FEEDBACK -> giveFeedback(job);
      case FINISH -> {
        events.add(new Event.Finished(instant, job.spec().id()));
        remove(job);
      }
    }
  }

  private void begin(JobExecution job) {
    train(job);
    events.add(job.running(instant));
    job.endChange().ifPresent(change -> events.add(job.rescaled(instant, change)));
  }

  private void giveFeedback(JobExecution job) {
    job.giveFeedback(now);
    events.add(job.feedback(instant));
    if (effects.isCancelled(job.spec().id())) {
      cancel(job, "killed by its user after early feedback");
      return;
    }
    train(job);
    effects
        .worstOfTooMany(jobs.values())
        .ifPresent(worst -> cancel(worst, "killed by its user for the worst early feedback"));
  }

  private void cancel(JobExecution job, String why) {
    events.add(new Event.Cancelled(instant, job.spec().id(), why));
    end(job);
  }

  private void end(JobExecution job) {
    job.pause(now);
    remove(job);
  }

  private void remove(JobExecution job) {
    lostSeconds += job.lostAt(now);
    jobs.remove(job.spec().id());
    vacate(job);
  }

  @Override
  public void apply(Order order) {
    JobExecution job = jobs.get(order.job());
    if (job == null || !job.accept(order)) {
      return;
    }
    amend(job, order.spec());
    Allocation target = order.target();
    if (order.isLast()) {
      end(job);
    } else if (target.isNone()) {
      stop(job);
    } else if (job.where().isNone()) {
      start(job, target);
    } else if (!job.where().equals(target)) {
      change(job, target, order.spec());
    } else if (job.trains()) {
      events.add(job.running(instant));
    }
  }

  /** The state of a simulated cluster is always known, so no job is reported as unknown. */
  @Override
  public void adopt(Collection<Order> lastOrders) {
    Set<JobId> named = lastOrders.stream().map(Order::job).collect(Collectors.toSet());
    jobs.values().stream()
        .filter(job -> !named.contains(job.spec().id()) && !job.where().isNone())
        .forEach(this::stop);
    lastOrders.forEach(this::answer);
  }

  /** Reports the state of a job with an order of an earlier scheduler, or obeys that order. */
  private void answer(Order lastOrder) {
    JobExecution job = jobs.get(lastOrder.job());
    if (job == null) {
      events.add(new Event.Failed(instant, lastOrder.job(), "the simulation does not know it"));
    } else if (lastOrder.revision() > job.revision()) {
      apply(lastOrder);
    } else {
      amend(job, lastOrder.spec());
      job.adopted(instant, lastOrder.target()).ifPresent(events::add);
    }
  }

  private void stop(JobExecution job) {
    vacate(job);
    job.pause(now);
    events.add(job.released(instant));
  }

  private void start(JobExecution job, Allocation target) {
    Duration pause = pauses.start(job, target, now);
    settleIn(job, target);
    pauseFor(job, pause);
  }

  private void change(JobExecution job, Allocation target, JobSpec asGranted) {
    Size before = job.where().size();
    boolean trained = job.trains();
    Duration pause = pauses.change(job, target, asGranted, now);
    vacate(job);
    settleIn(job, target);
    if (pause.isZero() && trained) {
      train(job);
      confirm(job);
    } else {
      job.beginChange(new JobExecution.Change(before, pause));
      pauseFor(job, pause);
    }
  }

  private void pauseFor(JobExecution job, Duration pause) {
    job.pause(now);
    if (pause.isZero()) {
      begin(job);
      return;
    }
    calendar.plan(now + pause.toNanos(), EventCalendar.Kind.BEGIN, job);
  }

  private void train(JobExecution job) {
    double rate = job.rateUnder(effects.drift(job.spec().id())) * colocation.slowdown(job);
    job.train(now, rate);
    if (rate > 0) {
      var goal = job.awaitsFeedback() ? EventCalendar.Kind.FEEDBACK : EventCalendar.Kind.FINISH;
      long end = job.reachesNextGoal();
      calendar.plan(end, goal, job);
      if (speeds.isLearning()) {
        TrueSpeeds.reports(now, end)
            .forEach(at -> calendar.plan(at, EventCalendar.Kind.REPORT, job));
      }
    }
  }

  /** Reports that a change is complete, unless the scheduler expects exactly that. */
  private void confirm(JobExecution job) {
    if (speeds.isLearning() || !pauses.expected(job.spec()).isZero()) {
      events.add(job.running(instant));
    } else if (!job.isAsExpected()) {
      events.add(job.progressed(instant, failures.checkpointEveryNanos()));
    }
  }

  /** Adapts the rate of a job to a change of drift or of colocation. */
  private void adjust(JobExecution job) {
    if (job.trains()) {
      train(job);
      events.add(job.progressed(instant, failures.checkpointEveryNanos()));
    }
  }

  private void settleIn(JobExecution job, Allocation target) {
    job.move(now, target);
    colocation.add(job).forEach(this::adjust);
  }

  private void vacate(JobExecution job) {
    List<JobExecution> relieved = colocation.remove(job);
    job.move(now, Allocation.NONE);
    relieved.forEach(this::adjust);
  }

  private void failOrRepair(NodeFailures.Change change) {
    if (change.isRepair()) {
      events.add(new Event.NodeUp(instant, change.node()));
      return;
    }
    events.add(new Event.NodeDown(instant, change.node().id(), "the node failed"));
    List.copyOf(jobs.values()).stream()
        .filter(job -> job.where().uses(change.node().id()))
        .forEach(job -> crash(job, "node %s failed".formatted(change.node().id())));
  }

  private void crash(JobExecution job, String why) {
    List<JobExecution> relieved = colocation.remove(job);
    job.crash(now, failures.checkpointEveryNanos());
    relieved.forEach(this::adjust);
    events.add(job.crashed(instant, why));
  }
}
