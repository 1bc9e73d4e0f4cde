package dev.ductile.cli;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.Plan;
import dev.ductile.scheduler.SchedulerObserver;
import java.util.function.Consumer;

/**
 * Detects that jobs wait, no job runs, and the policy neither grants anything nor names a time for
 * its next decision. No further event can come then, so the run would never end.
 */
final class StandstillDetector implements SchedulerObserver {
  private final Consumer<String> out;
  private boolean reached;

  /** A detector that has seen nothing; it prints a line for each job that waits. */
  StandstillDetector(Consumer<String> out) {
    this.out = out;
  }

  boolean isReached() {
    return reached;
  }

  @Override
  public void decided(Cluster cluster, Plan plan) {
    reached =
        plan.grants().isEmpty()
            && plan.reconsider().isEmpty()
            && cluster.pinned().isEmpty()
            && !cluster.jobs().isEmpty();
    if (reached) {
      for (Job job : cluster.jobs()) {
        out.accept("%s waits: %s".formatted(job.id(), plan.reasons().why(job)));
      }
    }
  }
}
