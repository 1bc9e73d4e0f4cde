package dev.ductile.runtime.master;

import dev.ductile.runtime.protocol.MasterMessage;

/** What the master does when a worker cannot get its splits: it replaces it, or ends the job. */
final class Breakages {
  /** So many workers may break while no step ends before it must be the job that is wrong. */
  private static final int MOST = 3;

  private final JobView view;
  private final Reconfiguration regroup;
  private final Maintenance maintenance;
  private int count;

  Breakages(JobView view, Reconfiguration regroup, Maintenance maintenance) {
    this.view = view;
    this.regroup = regroup;
    this.maintenance = maintenance;
  }

  /** The job got on. */
  void clear() {
    count = 0;
  }

  /**
   * One worker's disk is one worker's; what breaks all of them, or before the first step, is not.
   */
  void broken(Participant one, MasterMessage.Fault fault, String why) {
    view.watcher.happened("%s is broken: %s".formatted(one, why));
    boolean others = view.crew.workers().anyMatch(other -> !other.equals(one) && other.isOpen());
    count++;
    if (!one.isWorker() || view.assignment().resumed() == 0 || !others || count > MOST) {
      regroup.stopAll(
          isHopeless(fault) ? JobCoordinator.UNRECOVERABLE : JobCoordinator.FAILED, why);
      return;
    }
    boolean matters = one.isInRoster() || view.isHeldBy(one) || view.phase() == JobPhase.LOADING;
    regroup.bury(one, why, true);
    maintenance.crewHasChanged();
    if (matters && view.phase() != JobPhase.GATHERING) {
      regroup.begin(Cause.LOSS, 0);
    }
  }

  /**
   * Bad data and bad settings stay bad; a disk that takes nothing from the start has no room for
   * the job.
   */
  private boolean isHopeless(MasterMessage.Fault fault) {
    return switch (fault) {
      case DATA, SETTING -> true;
      case DISK -> view.assignment().resumed() == 0;
      case SOURCE -> false;
    };
  }
}
