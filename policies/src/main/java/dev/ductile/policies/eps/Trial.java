package dev.ductile.policies.eps;

import dev.ductile.api.Size;
import dev.ductile.api.Standing;

/**
 * What is remembered of a job that was given more tasks: two numbers in a {@link Standing}, written
 * and read in one place.
 */
sealed interface Trial {
  int GIVEN = 1;
  int WORKER = 2;
  int SERVER = 4;
  int REFUSED = 8;

  /** Nothing is remembered. */
  record None() implements Trial {}

  /**
   * Tasks that were added and stay only if the job has not become slower.
   *
   * @param stepsPerSecond how fast it was before
   */
  record Given(boolean worker, boolean server, double stepsPerSecond) implements Trial {
    Standing standing() {
      return new Standing(
          GIVEN + (worker ? WORKER : 0) + (server ? SERVER : 0),
          Double.doubleToLongBits(stepsPerSecond));
    }

    boolean holds(Role role) {
      return role == Role.WORKER ? worker : server;
    }
  }

  /** A size that is not to grow, because more tasks made the job slower. */
  record Refused(Size size) implements Trial {
    Standing standing() {
      return new Standing(REFUSED, ((long) size.workers() << Integer.SIZE) | size.servers());
    }
  }

  static Trial of(Standing standing) {
    int level = standing.level();
    long turn = standing.turn();
    if (level == REFUSED) {
      return new Refused(new Size((int) (turn >>> Integer.SIZE), (int) turn));
    }
    if ((level & GIVEN) == GIVEN && level < REFUSED) {
      return new Given((level & WORKER) != 0, (level & SERVER) != 0, Double.longBitsToDouble(turn));
    }
    return new None();
  }
}
