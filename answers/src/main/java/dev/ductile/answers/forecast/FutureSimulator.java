package dev.ductile.answers.forecast;

import dev.ductile.api.Cluster;
import dev.ductile.api.ClusterSettings;
import dev.ductile.api.JobId;
import dev.ductile.api.Seed;
import dev.ductile.api.Speeds;
import dev.ductile.scheduler.Controls;
import dev.ductile.scheduler.Ledger;
import dev.ductile.scheduler.Scheduler;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.scheduler.SchedulerParts;
import dev.ductile.simulator.World;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Simulates futures of a picture with the real scheduler and its policy.
 *
 * @param batches the events between two decisions
 * @param mostDecisions the most decisions of one future
 * @param isLate whether the wall time of the answer is over
 */
record FutureSimulator(
    LiveState state, EventBatches batches, long mostDecisions, BooleanSupplier isLate) {
  /** Ten years; a job that waits longer does not start. */
  private static final Duration HORIZON = Duration.ofDays(3_650);

  /**
   * A future of this seed.
   *
   * @param watched the jobs whose end ends it
   * @param further receives the same events and decisions
   */
  SimulatedFuture run(Seed seed, Set<JobId> watched, SchedulerObserver further) {
    Cluster picture = state.cluster();
    var errors = new SpeedErrors(seed);
    try (var world =
        new World(picture, Speeds.NONE, Collections.emptyIterator(), HORIZON, errors::factor)) {
      var future = new SimulatedFuture(picture, watched);
      var batched = new BatchedWorld(world, batches);
      SchedulerParts parts =
          SchedulerParts.of(
                  state.policy().get(), batched, batched, new Ledger(unnamed(picture), Speeds.NONE))
              .withControls(Controls.of(world.inbox()))
              .withObserver(future.and(further));
      var scheduler =
          new Scheduler(
              state.limits().map(limits -> parts.withResting(limits.resting())).orElse(parts));
      BooleanSupplier isOver =
          () ->
              future.isOver() || (future.isStuck() && world.inbox().isEmpty()) || batched.isOver();
      scheduler.runUntil(loop -> isOver.getAsBoolean() || isCut(loop));
      future.close(!isOver.getAsBoolean());
      return future;
    }
  }

  /** The policy of the state decides, whatever policy its users have chosen. */
  private static Cluster unnamed(Cluster picture) {
    ClusterSettings settings = picture.settings();
    return picture.withSettings(
        new ClusterSettings(Optional.empty(), settings.queues(), settings.drained()));
  }

  private boolean isCut(Scheduler loop) {
    return loop.decisions() >= mostDecisions || isLate.getAsBoolean();
  }
}
