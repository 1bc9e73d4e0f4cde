package dev.ductile.scheduler.sharing;

import dev.ductile.api.Job;
import dev.ductile.api.Roster;
import java.util.List;

/**
 * The jobs of one queue and one level of priority. One call of the policy decides about them.
 *
 * @param index 0 for the jobs of the highest priority in the queue
 * @param jobs all jobs of the level
 * @param running the jobs that hold resources and may be changed
 * @param pinned the jobs that hold resources and may not be changed
 */
record PriorityLevel(String queue, int index, Roster jobs, List<Job> running, List<Job> pinned) {
  PriorityLevel {
    running = List.copyOf(running);
    pinned = List.copyOf(pinned);
  }

  /** Whether it is the same level of the same decision. */
  @Override
  public boolean equals(Object other) {
    return other instanceof PriorityLevel that && index == that.index && queue.equals(that.queue);
  }

  @Override
  public int hashCode() {
    return 31 * queue.hashCode() + index;
  }
}
