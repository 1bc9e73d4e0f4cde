package dev.ductile.runtime.master.coordinator;

import dev.ductile.runtime.master.report.Cause;
import dev.ductile.runtime.master.tasks.Participant;
import java.time.Duration;

/** Waits for the tasks with which a job begins or continues. */
final class Gathering {
  /** The longest wait for the tasks of an earlier master. */
  private static final Duration RETURN = Duration.ofSeconds(2);

  /** The longest wait of a job that has trained and lacks a worker or a server. */
  private static final Duration LONGEST = Duration.ofMinutes(2);

  private final JobView view;
  private final Reconfiguration reconfiguration;
  private final Duration patience;

  /**
   * Waits for the tasks of one job.
   *
   * @param patience the longest wait for the first tasks
   */
  Gathering(JobView view, Reconfiguration reconfiguration, Duration patience) {
    this.view = view;
    this.reconfiguration = reconfiguration;
    this.patience = patience;
  }

  /**
   * Begins or ends the job if that is possible.
   *
   * @param waited the nanoseconds since the job began to gather
   */
  void advance(long waited) {
    long workers = view.participants.workers().filter(Participant::isOpen).count();
    long holders = view.participants.holders().filter(Participant::isOpen).count();
    if (view.ending().isPresent()) {
      endWithout(holders, waited);
      return;
    }
    boolean some = workers > 0 && holders > 0;
    if (view.assignment().resumed() > 0) {
      boolean allBack = view.absent.isEmpty() || waited > RETURN.toNanos();
      if (some && allBack) {
        reconfiguration.begin(Cause.RETURN, 0);
      } else if (waited > LONGEST.toNanos()) {
        view.end(
            JobCoordinator.FAILED, "no worker or no server was left, and none came for " + LONGEST);
        endWithout(holders, waited);
      }
      return;
    }
    var size = view.setup.job().size();
    boolean enough = workers >= size.workers() && (size.isAllReduce() || holders >= size.servers());
    if (enough || (some && waited > patience.toNanos())) {
      reconfiguration.begin(Cause.START, 0);
    } else if (waited > 2 * patience.toNanos()) {
      reconfiguration.stopAll(
          JobCoordinator.FAILED, "no worker or no server came within %s".formatted(patience));
    }
  }

  /** No worker trains any more; servers with parameters save them first. */
  private void endWithout(long holders, long waited) {
    if (view.assignment().resumed() > 0 && !view.absent.isEmpty() && waited <= RETURN.toNanos()) {
      return;
    }
    if (view.assignment().resumed() > 0 && holders > 0) {
      reconfiguration.begin(Cause.STOP, 0);
    } else if (view.isDoneUnsaved()) {
      view.goesBack(); // the missing steps are trained again by later workers
    } else {
      reconfiguration.stopAll(
          view.ending().orElse(JobCoordinator.FAILED), "no task is left that has parameters");
    }
  }
}
