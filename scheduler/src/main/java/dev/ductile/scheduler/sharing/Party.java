package dev.ductile.scheduler.sharing;

import dev.ductile.api.Job;
import dev.ductile.api.Roster;
import java.util.List;

/**
 * The jobs that one call of the policy decides about: those of one queue and one level of priority.
 *
 * @param level 0 for the jobs of the highest priority in the queue
 * @param jobs all jobs of the party
 * @param holding the jobs that hold resources and may be changed
 * @param pinned the jobs that hold resources and may not be changed
 */
record Party(String queue, int level, Roster jobs, List<Job> holding, List<Job> pinned) {
  Party {
    holding = List.copyOf(holding);
    pinned = List.copyOf(pinned);
  }

  /** Whether it is the same party of the same decision. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Party that && level == that.level && queue.equals(that.queue);
  }

  @Override
  public int hashCode() {
    return 31 * queue.hashCode() + level;
  }
}
