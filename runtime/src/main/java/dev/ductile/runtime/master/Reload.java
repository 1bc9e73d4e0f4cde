package dev.ductile.runtime.master;

import dev.ductile.runtime.protocol.MasterMessage;
import java.time.Duration;
import java.util.Optional;

/** What the master does when a checkpoint cannot be loaded: an older one may still be whole. */
final class Reload {
  /** So often loading may fail before the job does. */
  private static final int FAILURES = 3;

  /** Reading all of a checkpoint to see whether it is whole may take so long. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final JobView view;
  private final Reconfiguration regroup;
  private int looking;
  private int resumed;
  private int failures;

  Reload(JobView view, Reconfiguration regroup) {
    this.view = view;
    this.regroup = regroup;
  }

  /** A task could not load what this generation begins with. */
  void failed(Participant one, MasterMessage.NotLoaded failure) {
    int generation = failure.generation();
    boolean current =
        generation == view.assignment().generation() && view.phase() == JobPhase.ASSIGNING;
    if (!current || looking == generation) {
      return;
    }
    view.watcher.happened("%s loads nothing: %s".formatted(one, failure.why()));
    failures = resumed == view.assignment().resumed() ? failures + 1 : 1;
    resumed = view.assignment().resumed();
    if (failures > FAILURES) {
      stopAll(failure.damaged(), failure.why());
    } else {
      looking = generation;
      regroup.patience(PATIENCE);
      view.outbound.look();
    }
  }

  /** This is the newest that is whole; all go back to it. */
  void looked(Optional<Checkpoint> newest) {
    if (isOutdated()) {
      return;
    }
    view.newestIs(newest);
    if (newest.isEmpty()) {
      regroup.stopAll(JobCoordinator.UNRECOVERABLE, "there is no whole checkpoint to go back to");
    } else {
      regroup.begin(Cause.LOSS, 0);
    }
  }

  /**
   * The look at the checkpoints has failed.
   *
   * @param damaged whether they are damaged, so that another start would find the same
   */
  void foundNothing(boolean damaged, String why) {
    if (!isOutdated()) {
      stopAll(damaged, why);
    }
  }

  /** A disk that cannot be read now may be read by the next start. */
  private void stopAll(boolean damaged, String why) {
    regroup.stopAll(damaged ? JobCoordinator.UNRECOVERABLE : JobCoordinator.FAILED, why);
  }

  /** Something else has happened since; a task that fails to load again asks for another look. */
  private boolean isOutdated() {
    return looking != view.assignment().generation() || view.phase() != JobPhase.ASSIGNING;
  }
}
