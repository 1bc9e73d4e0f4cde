package dev.ductile.learned.policy;

import dev.ductile.learned.slot.ActionSpace;
import dev.ductile.learned.slot.TaskKinds;
import java.time.Duration;
import java.util.List;

/**
 * The sizes of the networks of a model, and the slot for which they were trained.
 *
 * @param jobs the jobs that the networks see at once (J)
 * @param types the job types that the networks have room for (L)
 * @param tasks the kinds of tasks of the jobs
 * @param network the kind of the network that gives the probabilities of actions
 * @param hidden the sizes of the hidden layers
 * @param slot the time between two decisions
 */
public record ModelShape(
    int jobs,
    int types,
    TaskKinds tasks,
    NetworkKind network,
    List<Integer> hidden,
    Duration slot) {
  private static final int MOST = 1000;

  public ModelShape {
    hidden = List.copyOf(hidden);
    requireSize("jobs", jobs);
    requireSize("types", types);
    hidden.forEach(size -> requireSize("hidden", size));
    if (!slot.isPositive()) {
      throw new IllegalArgumentException("slot must be above 0, not %s".formatted(slot));
    }
  }

  static void requireSize(String name, int size) {
    if (size < 1 || size > MOST) {
      throw new IllegalArgumentException(
          "%s must be from 1 to %d, not %d".formatted(name, MOST, size));
    }
  }

  /** The number of actions. */
  public int actions() {
    return new ActionSpace(jobs, tasks).size();
  }
}
