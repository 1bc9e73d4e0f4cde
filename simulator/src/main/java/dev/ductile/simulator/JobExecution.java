package dev.ductile.simulator;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Order;
import dev.ductile.api.Phase;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;

/** The true state of a job in the simulated world; the scheduler knows only its reports. */
final class JobExecution {
  private final JobSpec spec;
  private final Speed speed;
  private final Speed expected;
  private final double speedup;

  private Work work;
  private Allocation where = Allocation.NONE;
  private long revision;
  private Optional<Change> change = Optional.empty();
  private boolean hasTrained;
  private boolean feedbackGiven;
  private double steps;
  private double rate;
  private long since;
  private double savedSteps;
  private long resumed;
  private long pausedSince = SimulatedTime.NEVER;
  private double lostSeconds;
  private long version;

  /** A change of size under way. */
  record Change(Size from, Duration pause) {}

  /**
   * A job that has not started.
   *
   * @param expected the speed that the scheduler was given
   * @param speedup the factor by which this run is faster than its speed model
   */
  JobExecution(JobSpec spec, Speed speed, Speed expected, double speedup) {
    this.spec = spec;
    this.speed = speed;
    this.expected = expected;
    this.speedup = speedup;
    this.work = spec.work();
    this.feedbackGiven = spec.work().phaseAfter(0) == Phase.TRAINING;
  }

  /**
   * A paused job in the state of a picture, with the speedup that its measured rate implies.
   *
   * @param further multiplies that speedup
   */
  static JobExecution of(Job job, Instant now, double further) {
    double measured = job.progress().stepsPerSecond();
    double expected = job.speed().stepsPerSecond(job.allocation());
    boolean isMeasured = measured > 0 && expected > 0 && expected < Double.POSITIVE_INFINITY;
    double speedup = isMeasured ? measured / expected : 1;
    var execution = new JobExecution(job.spec(), job.speed(), job.speed(), speedup * further);
    execution.steps = job.stepsAt(now);
    execution.savedSteps = execution.steps;
    execution.since = SimulatedTime.nanos(now);
    execution.resumed = execution.since;
    execution.where = job.allocation();
    execution.revision = job.revision();
    execution.hasTrained = execution.steps > 0;
    execution.feedbackGiven = job.phase() == Phase.TRAINING;
    return execution;
  }

  JobSpec spec() {
    return spec;
  }

  Allocation where() {
    return where;
  }

  /** The revision of the last accepted order. */
  long revision() {
    return revision;
  }

  /**
   * Accepts an order; false if a later one was accepted before, or if it ends another job that had
   * the same name before.
   */
  boolean accept(Order order) {
    boolean isNew = order.revision() > revision && !(order.isLast() && revision == 0);
    revision = isNew ? order.revision() : revision;
    return isNew;
  }

  long version() {
    return version;
  }

  double steps() {
    return steps;
  }

  double rate() {
    return rate;
  }

  /** Seconds lost so far, including those of a present pause. */
  double lostAt(long now) {
    return lostSeconds + (pausedSince == SimulatedTime.NEVER ? 0 : (now - pausedSince) * 1e-9);
  }

  boolean hasTrained() {
    return hasTrained;
  }

  boolean awaitsFeedback() {
    return !feedbackGiven;
  }

  /** Whether it has given early feedback and holds resources. */
  boolean isPastFeedback() {
    return feedbackGiven && !where.isNone();
  }

  void giveFeedback(long now) {
    settle(now);
    feedbackGiven = true;
  }

  void beginChange(Change next) {
    change = Optional.of(next);
  }

  /** Ends the present change of size, if there is one, and returns it. */
  Optional<Change> endChange() {
    Optional<Change> ended = change;
    change = Optional.empty();
    return ended;
  }

  boolean trains() {
    return rate > 0;
  }

  /** Steps per second at its present place, with this factor of drift. */
  double rateUnder(double drift) {
    double product = speed.stepsPerSecond(where) * speedup * drift;
    return product > 0 && product < Double.POSITIVE_INFINITY ? product : 0;
  }

  /** Whether it trains exactly as fast as by the speed that the scheduler was given. */
  boolean isAsExpected() {
    return rate == expected.stepsPerSecond(where);
  }

  /** Replaces its work from now on; returns whether that is a change. */
  boolean amend(long now, Work newWork) {
    if (work.equals(newWork)) {
      return false;
    }
    settle(now);
    work = newWork;
    return true;
  }

  /** Moves to another place, or to none; its progress is saved. */
  void move(long now, Allocation target) {
    settle(now);
    savedSteps = steps;
    where = target;
  }

  /** Pauses from now on. Time in which it holds resources meanwhile is lost. */
  void pause(long now) {
    settle(now);
    chargePause(now);
    pausedSince = where.isNone() ? SimulatedTime.NEVER : now;
    rate = 0;
    version++;
  }

  /** Trains at this rate from now on. */
  void train(long now, double newRate) {
    settle(now);
    if (rate == 0) {
      resumed = now;
    }
    chargePause(now);
    hasTrained = true;
    rate = newRate;
    version++;
  }

  /**
   * Loses its resources and the steps since its last checkpoint. A job writes a checkpoint whenever
   * it moves and at this interval in nanoseconds; zero means only when it moves.
   */
  void crash(long now, long checkpointEvery) {
    settle(now);
    if (rate > 0) {
      double safe = saved(now, checkpointEvery);
      lostSeconds += (steps - safe) / rate;
      steps = safe;
    }
    move(now, Allocation.NONE);
    pause(now);
  }

  private double saved(long now, long checkpointEvery) {
    long unsaved = checkpointEvery > 0 ? (now - resumed) % checkpointEvery : now - resumed;
    return Math.max(savedSteps, steps - rate * (unsaved * 1e-9));
  }

  /** The report that it trains. */
  Event running(Instant at) {
    return new Event.Running(at, spec.id(), revision, where, rate);
  }

  /** The report of its progress. */
  Event progressed(Instant at, long checkpointEvery) {
    return new Event.Progressed(
        at,
        spec.id(),
        revision,
        steps,
        rate,
        OptionalDouble.of(saved(SimulatedTime.nanos(at), checkpointEvery)));
  }

  /** The report that a change of its size is complete. */
  Event rescaled(Instant at, Change done) {
    return new Event.Rescaled(at, spec.id(), revision, done.from(), where.size(), done.pause());
  }

  /** The report that it has stopped as ordered. */
  Event released(Instant at) {
    return new Event.Released(at, spec.id(), revision, steps);
  }

  /** The report that it has crashed. */
  Event crashed(Instant at, String why) {
    return new Event.Crashed(at, spec.id(), revision, steps, why);
  }

  /** The report of its first results. */
  Event feedback(Instant at) {
    double shown = Math.max(steps, work.feedbackSteps());
    return new Event.Progressed(at, spec.id(), revision, shown, rate);
  }

  /** The report to a scheduler that adopts the job; empty if it is about to report anyway. */
  Optional<Event> adopted(Instant at, Allocation target) {
    if (!where.isNone()) {
      return trains() ? Optional.of(running(at)) : Optional.empty();
    }
    return Optional.of(
        target.isNone() ? released(at) : crashed(at, "it had crashed before it was adopted"));
  }

  /** The time at which it gives early feedback, or finishes. */
  long reachesNextGoal() {
    return reaches(feedbackGiven ? work.steps() : work.feedbackSteps());
  }

  /** The time at which it reaches this number of steps, rounded up to a nanosecond. */
  private long reaches(double goal) {
    double seconds = Math.max(0, goal - steps) / rate;
    return seconds < SimulatedTime.FARTHEST_SECONDS
        ? since + (long) Math.ceil(seconds * 1e9)
        : SimulatedTime.NEVER;
  }

  private void chargePause(long now) {
    if (pausedSince != SimulatedTime.NEVER) {
      lostSeconds += (now - pausedSince) * 1e-9;
      pausedSince = SimulatedTime.NEVER;
    }
  }

  private void settle(long now) {
    steps = Math.min(work.steps(), steps + rate * ((now - since) * 1e-9));
    since = now;
  }
}
