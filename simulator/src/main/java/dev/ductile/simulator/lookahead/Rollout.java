package dev.ductile.simulator.lookahead;

import dev.ductile.api.Cluster;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Progress;
import dev.ductile.api.Speeds;
import dev.ductile.scenario.Submission;
import dev.ductile.scheduler.Controls;
import dev.ductile.scheduler.Ledger;
import dev.ductile.scheduler.Scheduler;
import dev.ductile.scheduler.SchedulerParts;
import dev.ductile.simulator.World;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/**
 * A simulation that starts from a picture, with the real scheduler. A job trains at the rate that
 * was measured, or else at the speed that is known of it; a change of size costs the pause that the
 * picture expects. No jobs arrive but those of {@link #arriving}.
 *
 * @param picture the picture at its start
 * @param arrivals jobs that are yet to arrive, in order of time
 * @param speeds makes the speeds of those jobs
 * @param until its latest end
 * @param mostJobDecisions the most jobs that policies may decide about, counted again in each
 *     decision
 * @param enough ends it early
 */
public record Rollout(
    Cluster picture,
    List<Submission> arrivals,
    Speeds speeds,
    Instant until,
    long mostJobDecisions,
    Predicate<Trajectory> enough) {
  /** A hundred years; time in nanoseconds does not reach much farther. */
  private static final Duration FARTHEST = Duration.ofDays(36_500);

  public Rollout {
    arrivals = List.copyOf(arrivals);
    if (until.isBefore(picture.now())) {
      throw new IllegalArgumentException(
          "a rollout cannot end at %s, before its picture of %s".formatted(until, picture.now()));
    }
  }

  /** A rollout of this picture to its end, of at most a hundred million job decisions. */
  public static Rollout of(Cluster picture) {
    return new Rollout(
        picture,
        List.of(),
        Speeds.NONE,
        picture.now().plus(FARTHEST),
        100_000_000,
        Trajectory::isOver);
  }

  /** The same with jobs that are yet to arrive, none earlier than the picture. */
  public Rollout arriving(List<Submission> submissions, Speeds made) {
    return new Rollout(picture, submissions, made, until, mostJobDecisions, enough);
  }

  public Rollout until(Instant latest) {
    return new Rollout(picture, arrivals, speeds, latest, mostJobDecisions, enough);
  }

  public Rollout within(long jobDecisions) {
    return new Rollout(picture, arrivals, speeds, until, jobDecisions, enough);
  }

  public Rollout unless(Predicate<Trajectory> isEnough) {
    return new Rollout(picture, arrivals, speeds, until, mostJobDecisions, isEnough);
  }

  /** The trajectory under this policy. */
  public Trajectory under(Policy policy) {
    try (var world =
        new World(
            picture, speeds, arrivals.iterator(), Duration.between(picture.now(), until), _ -> 1)) {
      var trajectory = new Trajectory(picture, arrivals, speeds);
      var scheduler =
          new Scheduler(
              SchedulerParts.of(policy, world, world, new Ledger(picture, speeds))
                  .withControls(Controls.of(world.inbox()))
                  .withObserver(trajectory));
      scheduler.runUntil(loop ->
          world.isOver()
              || world.isPastHorizon()
              || trajectory.isOver()
              || trajectory.jobDecisions() >= mostJobDecisions
              || enough.test(trajectory));
      trajectory.close(scheduler.ledger().picture(world.instant()));
      return trajectory;
    }
  }

  /** The trajectory that begins with this plan; this policy makes all later decisions. */
  public Trajectory after(Plan plan, Policy policy) {
    return under(new Opening(plan, policy));
  }

  /** A policy whose first decision is made already. */
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
