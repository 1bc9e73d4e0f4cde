package dev.ductile.runtime.master.coordinator;

import dev.ductile.runtime.master.report.Cause;
import dev.ductile.runtime.master.report.JobPhase;
import dev.ductile.runtime.master.saving.Checkpoint;
import dev.ductile.runtime.master.tasks.Participant;
import dev.ductile.runtime.protocol.MasterMessage;
import java.time.Duration;
import java.util.Optional;

/** Handles a checkpoint that cannot be loaded: an older one may be undamaged. */
final class Reload {
  /** After this many failures to load, the job fails. */
  private static final int FAILURES = 3;

  /** The time to read a complete checkpoint and verify it. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final JobView view;
  private final Reconfiguration reconfiguration;
  private int looking;
  private int resumed;
  private int failures;

  Reload(JobView view, Reconfiguration reconfiguration) {
    this.view = view;
    this.reconfiguration = reconfiguration;
  }

  /** A task could not load the checkpoint with which this generation begins. */
  void failed(Participant one, MasterMessage.NotLoaded failure) {
    int generation = failure.generation();
    boolean current =
        generation == view.assignment().generation() && view.phase() == JobPhase.ASSIGNING;
    if (!current || looking == generation) {
      return;
    }
    view.listener.happened("%s could not load the checkpoint: %s".formatted(one, failure.why()));
    failures = resumed == view.assignment().resumed() ? failures + 1 : 1;
    resumed = view.assignment().resumed();
    if (failures > FAILURES) {
      stopAll(failure.damaged(), failure.why());
    } else {
      looking = generation;
      reconfiguration.patience(PATIENCE);
      view.outbound.look();
    }
  }

  /** All members go back to this checkpoint, the newest undamaged one. */
  void looked(Optional<Checkpoint> newest) {
    if (isOutdated()) {
      return;
    }
    view.newestIs(newest);
    if (newest.isEmpty()) {
      reconfiguration.stopAll(
          JobCoordinator.UNRECOVERABLE, "there is no undamaged checkpoint to go back to");
    } else {
      reconfiguration.begin(Cause.LOSS, 0);
    }
  }

  /**
   * The search for an undamaged checkpoint has failed.
   *
   * @param damaged whether the checkpoints are damaged, so that another start would fail as well
   */
  void foundNothing(boolean damaged, String why) {
    if (!isOutdated()) {
      stopAll(damaged, why);
    }
  }

  /** The next start may be able to read a disk that cannot be read now. */
  private void stopAll(boolean damaged, String why) {
    reconfiguration.stopAll(damaged ? JobCoordinator.UNRECOVERABLE : JobCoordinator.FAILED, why);
  }

  /** Another event has happened since; a task that fails to load again starts another search. */
  private boolean isOutdated() {
    return looking != view.assignment().generation() || view.phase() != JobPhase.ASSIGNING;
  }
}
