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
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A simulated cluster: it runs the jobs, so it owns the time as well. Between two happenings every
 * job goes on at a constant rate, so progress is exact and costs nothing.
 */
public final class World implements Engine, Clock {
  private final Inbox inbox;
  private final Speeds speeds;
  private final Costs costs;
  private final Luck luck;
  private final Neighbours neighbours;
  private final Handover handover;
  private final Breakdowns breakdowns;
  private final long horizon;
  private final Map<JobId, Body> bodies = new LinkedHashMap<>();
  private final Agenda agenda = new Agenda();
  private List<Event> events = new ArrayList<>();
  private long now;
  private Instant instant;
  private double lostSeconds;

  /** A cluster to which jobs are submitted, in order of time. */
  public World(Scenario scenario, Speeds speeds, Iterator<Submission> arrivals, long seed) {
    this(scenario, speeds, seed, new SubmitCommands(arrivals, scenario.rescale()::expected));
  }

  /**
   * A cluster whose users send commands.
   *
   * @param commands in order of time
   */
  public World(Scenario scenario, Speeds speeds, long seed, Iterator<TimedCommand> commands) {
    this.speeds = speeds;
    this.inbox = new Inbox(commands, this::expect);
    this.instant = inbox.isEmpty() ? Instant.EPOCH : inbox.nextDue();
    this.now = SimulatedTime.nanos(instant);
    this.horizon = Math.addExact(now, scenario.limits().horizon().toNanos());
    this.costs = new DrawnCosts(scenario.rescale(), seed);
    this.luck = new Luck(scenario.noise(), scenario.feedback(), seed, now);
    this.handover = new Handover(scenario.rescale().handover());
    this.neighbours = new Neighbours(scenario.colocation());
    this.breakdowns = new Breakdowns(scenario.nodes(), scenario.failures(), seed, now);
    for (var node : scenario.nodes().list()) {
      events.add(new Event.NodeUp(instant, node));
    }
  }

  /**
   * The world of a picture as it is expected to go on: every job at the speed that is known of it,
   * every pause as long as is expected, and no failures. All that the picture shows is taken to be
   * known, so none of it is told again.
   *
   * @param arrivals jobs that are still to come, none earlier than the picture
   */
  public World(Cluster picture, Speeds speeds, Iterator<Submission> arrivals, Duration horizon) {
    this.speeds = speeds;
    this.instant = picture.now();
    this.now = SimulatedTime.nanos(instant);
    this.horizon = Math.addExact(now, horizon.toNanos());
    this.costs = ExpectedCosts.of(picture);
    this.inbox = new Inbox(new SubmitCommands(arrivals, costs::expected), this::expect);
    this.luck = new Luck(Noise.NONE, Feedback.NONE, 0, now);
    this.handover = new Handover(false);
    this.neighbours = new Neighbours(0);
    this.breakdowns = new Breakdowns(picture.nodes(), Failures.NEVER, 0, now);
    picture.jobs().forEach(this::resume);
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
    return inbox.isEmpty() && bodies.isEmpty() && events.isEmpty();
  }

  public boolean isPastHorizon() {
    return now >= horizon;
  }

  /** Seconds that jobs held resources without progress, and seconds of work done again. */
  public double lostSeconds() {
    return lostSeconds + bodies.values().stream().mapToDouble(body -> body.lostAt(now)).sum();
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
      advance(Math.min(nextHappening(), latest));
    }
  }

  @Override
  public void close() {
    bodies.clear();
  }

  private long nextHappening() {
    long next = Math.min(agenda.next(), breakdowns.next());
    return Math.min(next, luck.nextChange(bodies.isEmpty()));
  }

  private void advance(long to) {
    now = to;
    instant = SimulatedTime.instant(now);
    while (agenda.next() == now) {
      happen(agenda.take());
    }
    breakdowns.due(now).forEach(this::breakDown);
    if (luck.changes(now)) {
      List.copyOf(bodies.values()).forEach(this::adjust);
    }
  }

  /** A job exists from its submission on; one that never had an order ends without one. */
  void expect(Command command) {
    if (command instanceof Command.Submit job) {
      bodies.computeIfAbsent(
          job.job(), id -> new Body(job.spec(), speeds.speed(job.speed()), luck.ofRun(id)));
    } else if (command instanceof Command.Cancel cancel) {
      Optional.ofNullable(bodies.get(cancel.job()))
          .filter(body -> body.revision() == 0)
          .ifPresent(this::leave);
    }
  }

  /** Takes up a job where a picture shows it. */
  private void resume(Job job) {
    Body body = Body.resumed(job, instant);
    bodies.put(job.id(), body);
    if (job.state() == JobState.RUNNING) {
      train(body);
    } else if (job.holdsResources()) {
      body.pause(now);
      Duration pause = body.hasBegun() ? costs.comeBack(body.spec()) : costs.start(body.spec());
      long begins = SimulatedTime.nanos(job.progress().asOf()) + pause.toNanos();
      agenda.plan(Math.max(now, begins), Agenda.Kind.BEGIN, body);
    }
  }

  private void happen(Agenda.Item item) {
    Body body = item.subject();
    switch (item.kind()) {
      case BEGIN -> begin(body);
      case FEEDBACK -> giveFeedback(body);
      case FINISH -> {
        events.add(new Event.Finished(instant, body.spec().id()));
        leave(body);
      }
    }
  }

  private void begin(Body body) {
    train(body);
    events.add(body.running(instant));
    body.endChange().ifPresent(change -> events.add(body.rescaled(instant, change)));
  }

  private void giveFeedback(Body body) {
    body.giveFeedback(now);
    JobId id = body.spec().id();
    double steps = Math.max(body.steps(), body.spec().work().feedbackSteps());
    events.add(new Event.Progressed(instant, id, body.revision(), steps, body.rate()));
    if (luck.isKilled(id)) {
      kill(body, "killed by its user after early feedback");
      return;
    }
    train(body);
    List<Body> past = bodies.values().stream().filter(Body::isPastFeedback).toList();
    if (luck.isTooMany(past.size())) {
      past.stream()
          .min(Comparator.comparingDouble(each -> luck.quality(each.spec().id())))
          .ifPresent(worst -> kill(worst, "killed by its user for the worst early feedback"));
    }
  }

  private void kill(Body body, String why) {
    events.add(new Event.Cancelled(instant, body.spec().id(), why));
    body.pause(now);
    leave(body);
  }

  private void leave(Body body) {
    lostSeconds += body.lostAt(now);
    bodies.remove(body.spec().id());
    vacate(body);
  }

  @Override
  public void apply(Order order) {
    Body body = bodies.get(order.job());
    if (body == null || !body.take(order.revision())) {
      return;
    }
    Allocation target = order.target();
    if (order.isLast()) {
      body.pause(now);
      leave(body);
    } else if (target.isNone()) {
      stop(body);
    } else if (body.where().isNone()) {
      start(body, target);
    } else if (!body.where().equals(target)) {
      change(body, target, order.spec());
    } else if (body.trains()) {
      events.add(body.running(instant));
    }
  }

  /** A simulated cluster is never lost from sight, so no job is unknown. */
  @Override
  public void adopt(Collection<Order> believed) {
    Set<JobId> named = believed.stream().map(Order::job).collect(Collectors.toSet());
    bodies.values().stream()
        .filter(body -> !named.contains(body.spec().id()) && !body.where().isNone())
        .forEach(this::stop);
    believed.forEach(this::answer);
  }

  /** Says how a job does that was ordered by an earlier scheduler, or does what it ordered. */
  private void answer(Order believed) {
    Body body = bodies.get(believed.job());
    if (body == null) {
      events.add(new Event.Failed(instant, believed.job(), "the simulation does not know it"));
    } else if (believed.revision() > body.revision()) {
      apply(believed);
    } else if (!body.where().isNone()) {
      if (body.trains()) {
        events.add(body.running(instant));
      }
    } else if (believed.target().isNone()) {
      events.add(body.released(instant));
    } else {
      events.add(body.crashed(instant, "it had crashed before it was adopted"));
    }
  }

  private void stop(Body body) {
    vacate(body);
    body.pause(now);
    events.add(body.released(instant));
  }

  private void start(Body body, Allocation target) {
    Duration wait = waitFor(body, target);
    settleIn(body, target);
    pauseFor(
        body, wait.plus(body.hasBegun() ? costs.comeBack(body.spec()) : costs.start(body.spec())));
  }

  /** How long others are still leaving the room that the job is now given. */
  private Duration waitFor(Body body, Allocation target) {
    return Duration.ofNanos(handover.ready(body.where(), target, now) - now);
  }

  private void change(Body body, Allocation target, JobSpec asGranted) {
    Size before = body.where().size();
    boolean trained = body.trains();
    Duration pause = costs.change(asGranted);
    Duration wait = waitFor(body, target);
    pause = pause.compareTo(wait) > 0 ? pause : wait;
    handover.leave(body.where(), target, now + pause.toNanos());
    vacate(body);
    settleIn(body, target);
    if (pause.isZero() && trained) {
      train(body);
      confirm(body);
    } else {
      body.beginChange(new Body.Change(before, pause));
      pauseFor(body, pause);
    }
  }

  private void pauseFor(Body body, Duration pause) {
    body.pause(now);
    if (pause.isZero()) {
      begin(body);
      return;
    }
    agenda.plan(now + pause.toNanos(), Agenda.Kind.BEGIN, body);
  }

  private void train(Body body) {
    double pace = body.pace(luck.weather(body.spec().id())) * neighbours.slowdown(body);
    body.train(now, pace);
    if (pace > 0 && body.awaitsFeedback()) {
      agenda.plan(body.reaches(body.spec().work().feedbackSteps()), Agenda.Kind.FEEDBACK, body);
    } else if (pace > 0) {
      agenda.plan(body.reaches(body.spec().work().steps()), Agenda.Kind.FINISH, body);
    }
  }

  /** Says that a change is complete already, unless the scheduler takes that for granted. */
  private void confirm(Body body) {
    if (!costs.expected(body.spec()).isZero()) {
      events.add(body.running(instant));
    } else if (body.rate() != body.believedPace()) {
      events.add(body.progressed(instant));
    }
  }

  /** Goes on at another rate where the weather or the neighbours have changed. */
  private void adjust(Body body) {
    if (body.trains()) {
      train(body);
      events.add(body.progressed(instant));
    }
  }

  private void settleIn(Body body, Allocation target) {
    body.move(now, target);
    neighbours.joined(body).forEach(this::adjust);
  }

  private void vacate(Body body) {
    List<Body> relieved = neighbours.left(body);
    body.move(now, Allocation.NONE);
    relieved.forEach(this::adjust);
  }

  private void breakDown(Breakdowns.Change change) {
    if (change.isRepair()) {
      events.add(new Event.NodeUp(instant, change.node()));
      return;
    }
    events.add(new Event.NodeDown(instant, change.node().id(), "the node failed"));
    for (Body body : List.copyOf(bodies.values())) {
      if (body.where().uses(change.node().id())) {
        crash(body, "node %s failed".formatted(change.node().id()));
      }
    }
  }

  private void crash(Body body, String why) {
    List<Body> relieved = neighbours.left(body);
    body.crash(now, breakdowns.checkpointEveryNanos());
    relieved.forEach(this::adjust);
    events.add(body.crashed(instant, why));
  }
}
