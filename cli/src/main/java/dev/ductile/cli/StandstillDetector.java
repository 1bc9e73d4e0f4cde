package dev.ductile.cli;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.Plan;
import dev.ductile.scheduler.Observer;

/**
 * Notices that jobs wait, nothing runs, and the policy neither gives anybody anything nor wants to
 * be asked again: no further event will come, so waiting would never end.
 */
final class StandstillDetector implements Observer {
  private boolean reached;

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
        Output.say("%s waits: %s".formatted(job.id(), plan.reasons().why(job)));
      }
    }
  }
}
