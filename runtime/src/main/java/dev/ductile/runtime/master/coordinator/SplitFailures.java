package dev.ductile.runtime.master.coordinator;

import dev.ductile.runtime.master.report.Cause;
import dev.ductile.runtime.master.report.JobPhase;
import dev.ductile.runtime.master.tasks.Participant;
import dev.ductile.runtime.protocol.MasterMessage;

/** Handles a worker that cannot get its splits: replaces the worker or ends the job. */
final class SplitFailures {
  /** Worker failures allowed between two finished steps; after more of them the job is at fault. */
  private static final int MOST = 3;

  private final JobView view;
  private final Reconfiguration reconfiguration;
  private final Maintenance maintenance;
  private int count;

  SplitFailures(JobView view, Reconfiguration reconfiguration, Maintenance maintenance) {
    this.view = view;
    this.reconfiguration = reconfiguration;
    this.maintenance = maintenance;
  }

  /** The job made progress. */
  void clear() {
    count = 0;
  }

  /**
   * A full disk of one worker is that worker's fault. A failure of all workers, or before the first
   * step, is the job's.
   */
  void broken(Participant one, MasterMessage.Fault fault, String why) {
    view.listener.happened("%s is broken: %s".formatted(one, why));
    boolean others =
        view.participants.workers().anyMatch(other -> !other.equals(one) && other.isOpen());
    count++;
    if (!one.isWorker() || view.assignment().resumed() == 0 || !others || count > MOST) {
      reconfiguration.stopAll(
          isHopeless(fault) ? JobCoordinator.UNRECOVERABLE : JobCoordinator.FAILED, why);
      return;
    }
    boolean matters = one.isInRoster() || view.isHeldBy(one) || view.phase() == JobPhase.LOADING;
    reconfiguration.drop(one, why, true);
    maintenance.membersHaveChanged();
    if (matters && view.phase() != JobPhase.GATHERING) {
      reconfiguration.begin(Cause.LOSS, 0);
    }
  }

  /**
   * Bad data and bad settings do not change. A disk that takes nothing from the start has no room
   * for the job.
   */
  private boolean isHopeless(MasterMessage.Fault fault) {
    return switch (fault) {
      case DATA, SETTING -> true;
      case DISK -> view.assignment().resumed() == 0;
      case SOURCE -> false;
    };
  }
}
