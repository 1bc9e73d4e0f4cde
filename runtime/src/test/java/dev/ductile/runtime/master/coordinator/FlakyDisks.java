package dev.ductile.runtime.master.coordinator;

import dev.ductile.runtime.master.report.JobPhase;
import dev.ductile.runtime.master.report.Status;
import dev.ductile.runtime.master.saving.Checkpoint;
import dev.ductile.runtime.protocol.MasterMessage;
import java.util.Optional;
import java.util.function.IntPredicate;

/** Disks that fail now and then, but never so often that the job has to fail. */
final class FlakyDisks {
  private static final int MOST_FAILED_LOADS = 3;
  private static final int ONE_IN = 8;

  private final IntPredicate chance;
  boolean fail = true;

  /** Whether checkpoints that cannot be read are damaged. */
  Optional<Boolean> unreadable = Optional.empty();

  /** Whether tasks that cannot load a checkpoint find it damaged. */
  Optional<Boolean> unloadable = Optional.empty();

  private long failedAt = -1;
  private int failedLoads;
  private int looks;

  /**
   * Disks of a fakeJob.
   *
   * @param chance draws whether an event occurs that has one chance in so many
   */
  FlakyDisks(IntPredicate chance) {
    this.chance = chance;
  }

  /** Never twice in a row at the same step. */
  boolean saveFails(long step) {
    boolean fails = fail && step != failedAt && chance.test(ONE_IN);
    failedAt = fails ? step : failedAt;
    return fails;
  }

  boolean loadFails() {
    boolean fails =
        unreadable.isPresent()
            || unloadable.isPresent()
            || (failedLoads < MOST_FAILED_LOADS && chance.test(ONE_IN));
    failedLoads += fails ? 1 : 0;
    return fails;
  }

  MasterMessage.FromMember notLoaded(int generation) {
    return new MasterMessage.NotLoaded(generation, unloadable.orElse(true), "the disk is gone");
  }

  void orderLook() {
    looks++;
  }

  void lookAll(JobCoordinator coordinator, Optional<Checkpoint> newest) {
    for (; looks > 0; looks--) {
      unreadable.ifPresentOrElse(
          damaged -> coordinator.foundNothing(damaged, "no checkpoint can be read"),
          () -> coordinator.looked(newest));
    }
  }

  /** Once a job trains, loading may fail as often again. */
  void status(Status status) {
    failedLoads = status.phase() == JobPhase.RUNNING ? 0 : failedLoads;
  }
}
