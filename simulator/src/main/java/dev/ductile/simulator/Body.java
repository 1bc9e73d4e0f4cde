package dev.ductile.simulator;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Phase;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What a job truly does in the simulated world, whatever the scheduler believes of it. */
final class Body {
  private final JobSpec spec;
  private final Speed speed;
  private final double luck;

  private Allocation where = Allocation.NONE;
  private long revision;
  private Optional<Change> change = Optional.empty();
  private boolean begun;
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
   * A job that has done nothing yet.
   *
   * @param luck by which factor this run is faster than its speed says
   */
  Body(JobSpec spec, Speed speed, double luck) {
    this.spec = spec;
    this.speed = speed;
    this.luck = luck;
    this.feedbackGiven = spec.work().phaseAfter(0) == Phase.TRAINING;
  }

  /** A job as a picture shows it, with the luck it has been seen to have; it stands still. */
  static Body resumed(Job job, Instant now) {
    double seen = job.progress().stepsPerSecond();
    double believed = job.speed().stepsPerSecond(job.allocation());
    boolean isSeen = seen > 0 && believed > 0 && believed < Double.POSITIVE_INFINITY;
    var body = new Body(job.spec(), job.speed(), isSeen ? seen / believed : 1);
    body.steps = job.stepsAt(now);
    body.savedSteps = body.steps;
    body.since = SimulatedTime.nanos(now);
    body.resumed = body.since;
    body.where = job.allocation();
    body.revision = job.revision();
    body.begun = body.steps > 0;
    body.feedbackGiven = job.phase() == Phase.TRAINING;
    return body;
  }

  JobSpec spec() {
    return spec;
  }

  Allocation where() {
    return where;
  }

  /** Revision of the last order that was taken. */
  long revision() {
    return revision;
  }

  /** Takes an order of this revision; false where a later one was taken before. */
  boolean take(long newRevision) {
    boolean isNew = newRevision > revision;
    revision = Math.max(revision, newRevision);
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

  /** Seconds lost so far, those of a pause that still lasts included. */
  double lostAt(long now) {
    return lostSeconds + (pausedSince == SimulatedTime.NEVER ? 0 : (now - pausedSince) * 1e-9);
  }

  boolean hasBegun() {
    return begun;
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

  void beginChange(Change begun) {
    change = Optional.of(begun);
  }

  /** The change of size that is now complete, if one was under way. */
  Optional<Change> endChange() {
    Optional<Change> ended = change;
    change = Optional.empty();
    return ended;
  }

  boolean trains() {
    return rate > 0;
  }

  /** Steps per second where it now is, under the given weather. */
  double pace(double weather) {
    double pace = speed.stepsPerSecond(where) * luck * weather;
    return pace > 0 && pace < Double.POSITIVE_INFINITY ? pace : 0;
  }

  /** What its speed, and so the scheduler, says of the place where it now is. */
  double believedPace() {
    return speed.stepsPerSecond(where);
  }

  /** Moves to another place, or to none; its progress is safe. */
  void move(long now, Allocation target) {
    settle(now);
    savedSteps = steps;
    where = target;
  }

  /** Stands still from now on; where it holds resources meanwhile, that time is lost. */
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
    begun = true;
    rate = newRate;
    version++;
  }

  /**
   * Falls back to its last checkpoint, of which it writes one whenever it moves and every so many
   * nanoseconds; zero is never.
   */
  void crash(long now, long checkpointEvery) {
    settle(now);
    if (rate > 0) {
      long unsaved = checkpointEvery > 0 ? (now - resumed) % checkpointEvery : now - resumed;
      double safe = Math.max(savedSteps, steps - rate * (unsaved * 1e-9));
      lostSeconds += (steps - safe) / rate;
      steps = safe;
    }
    move(now, Allocation.NONE);
    pause(now);
  }

  /** The report that it trains. */
  Event running(Instant at) {
    return new Event.Running(at, spec.id(), revision, where, rate);
  }

  /** The report of how far it is. */
  Event progressed(Instant at) {
    return new Event.Progressed(at, spec.id(), revision, steps, rate);
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

  /** When it will have done so many steps at its present rate, rounded up to a nanosecond. */
  long reaches(double goal) {
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
    steps = Math.min(spec.work().steps(), steps + rate * ((now - since) * 1e-9));
    since = now;
  }
}
