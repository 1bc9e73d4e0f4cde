package dev.ductile.learned.slot;

import dev.ductile.api.Size;
import java.util.Optional;

/**
 * The poor states of a parameter-server job, from which exploration is guided (DL2, Section 4.3):
 * several workers without a server, several servers without a worker, and far more of one than of
 * the other.
 */
public final class PoorState {
  private static final int MOST_RATIO = 10;

  private PoorState() {}

  /** The task that makes this size less poor; absent if it is not poor. */
  public static Optional<Action.Tasks> remedy(Size size) {
    boolean lacksServers =
        size.servers() == 0 ? size.workers() > 1 : exceeds(size.workers(), size.servers());
    boolean lacksWorkers =
        size.workers() == 0 ? size.servers() > 1 : exceeds(size.servers(), size.workers());
    if (lacksServers) {
      return Optional.of(Action.Tasks.SERVER);
    }
    return lacksWorkers ? Optional.of(Action.Tasks.WORKER) : Optional.empty();
  }

  private static boolean exceeds(int many, int few) {
    return many > MOST_RATIO * few;
  }
}
