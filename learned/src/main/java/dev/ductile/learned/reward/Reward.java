package dev.ductile.learned.reward;

import dev.ductile.api.Cluster;
import dev.ductile.api.JobId;
import java.util.Set;

/** The reward of the decision at the beginning of a slot, measured at its end. */
@FunctionalInterface
public interface Reward {
  double of(PassedSlot slot);

  /**
   * The time between two decisions.
   *
   * @param before the picture of the first decision
   * @param after the picture of the second one, whose jobs still hold what the first gave them
   * @param finished the jobs that finished between them
   */
  record PassedSlot(Cluster before, Cluster after, Set<JobId> finished) {
    public PassedSlot {
      finished = Set.copyOf(finished);
    }
  }
}
