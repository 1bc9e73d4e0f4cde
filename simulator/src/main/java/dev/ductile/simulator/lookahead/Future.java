package dev.ductile.simulator.lookahead;

import dev.ductile.api.Cluster;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Progress;
import dev.ductile.scenario.Submission;
import dev.ductile.scheduler.Ledger;
import dev.ductile.scheduler.Scheduler;
import dev.ductile.scheduler.SchedulerParts;
import dev.ductile.simulator.World;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/**
 * What comes after a picture: the same scheduler, in a world that goes on from there as is
 * expected. Speeds are those that jobs have been seen to have, or else those that are known of
 * them; a change of size costs the pause that the picture expects; nobody comes who is not foretold
 * by {@link #arriving}.
 *
 * @param picture where it begins
 * @param arrivals who is yet to come, in order of time
 * @param until where it ends at the latest
 * @param mostLooks how many jobs policies may look at before it ends, counted again in each
 *     decision
 * @param enough when it may end before, because nobody wants to know how it goes on
 */
public record Future(
    Cluster picture,
    List<Submission> arrivals,
    Instant until,
    long mostLooks,
    Predicate<Course> enough) {
  /** A hundred years: nobody asks for more, and time in nanoseconds does not reach much farther. */
  private static final Duration FARTHEST = Duration.ofDays(36_500);

  public Future {
    arrivals = List.copyOf(arrivals);
    if (until.isBefore(picture.now())) {
      throw new IllegalArgumentException(
          "a future cannot end at %s, before its picture of %s".formatted(until, picture.now()));
    }
  }

  /** All that comes after this picture, up to a hundred million looks. */
  public static Future of(Cluster picture) {
    return new Future(
        picture, List.of(), picture.now().plus(FARTHEST), 100_000_000, Course::isOver);
  }

  /** The same with jobs that are yet to come, none earlier than the picture. */
  public Future arriving(List<Submission> submissions) {
    return new Future(picture, submissions, until, mostLooks, enough);
  }

  public Future until(Instant latest) {
    return new Future(picture, arrivals, latest, mostLooks, enough);
  }

  public Future within(long looks) {
    return new Future(picture, arrivals, until, looks, enough);
  }

  public Future unless(Predicate<Course> isEnough) {
    return new Future(picture, arrivals, until, mostLooks, isEnough);
  }

  /** The future in which this policy decides. */
  public Course under(Policy policy) {
    try (var world =
        new World(picture, arrivals.iterator(), Duration.between(picture.now(), until))) {
      var course = new Course(picture, arrivals);
      var scheduler =
          new Scheduler(
              SchedulerParts.of(policy, world, world)
                  .withObserver(course)
                  .withLedger(new Ledger(picture)));
      scheduler.runUntil(loop ->
          world.isOver()
              || world.isPastHorizon()
              || course.isOver()
              || course.looks() >= mostLooks
              || enough.test(course));
      course.close(scheduler.ledger().picture(world.instant()));
      return course;
    }
  }

  /** The future that begins with this plan and in which this policy decides from then on. */
  public Course after(Plan plan, Policy policy) {
    return under(new Opening(plan, policy));
  }

  /** A policy that first carries out what has been decided already. */
  private static final class Opening implements Policy {
    private final Plan plan;
    private final Policy then;
    private boolean isOpen;

    Opening(Plan plan, Policy then) {
      this.plan = plan;
      this.then = then;
    }

    @Override
    public Plan decide(Cluster cluster) {
      if (isOpen) {
        return then.decide(cluster);
      }
      isOpen = true;
      return plan;
    }
  }

  /** Seconds from the picture to an instant. */
  double seconds(Instant instant) {
    return Progress.seconds(picture.now(), instant);
  }
}
