package dev.ductile.api;

import java.util.concurrent.TimeUnit;

/** What it is worth to a user that a job takes only so long. */
public sealed interface Utility {
  /**
   * Nobody has said what the job is worth: it adds nothing, unless a policy has a rule for that.
   */
  Utility NONE = new None();

  /** The worth of a job that takes so many seconds; never more for a longer time. */
  double at(double seconds);

  /** See {@link #NONE}. */
  record None() implements Utility {
    @Override
    public double at(double seconds) {
      return 0;
    }
  }

  /**
   * Worth {@code gamma1} as long as it ends well before {@code gamma3}, half of it there, and
   * nothing long after: {@code gamma1 / (1 + exp(gamma2 (t - gamma3)))}.
   *
   * @param gamma2 how suddenly the worth falls, for each unit of time
   * @param gamma3 the time, in units, that the user aims at
   */
  record Sigmoid(double gamma1, double gamma2, double gamma3, TimeUnit unit) implements Utility {
    public Sigmoid {
      requirePositive("gamma1", gamma1);
      requirePositive("gamma2", gamma2);
      if (!(gamma3 >= 0) || Double.isInfinite(gamma3)) {
        throw new IllegalArgumentException(
            "gamma3 must be a finite number of at least 0, not " + gamma3);
      }
    }

    @Override
    public double at(double seconds) {
      double units = seconds / (unit.toNanos(1) * 1e-9);
      return gamma1 / (1 + StrictMath.exp(gamma2 * (units - gamma3)));
    }

    private static void requirePositive(String name, double value) {
      if (!(value > 0) || Double.isInfinite(value)) {
        throw new IllegalArgumentException(
            "%s must be a finite number above 0, not %s".formatted(name, value));
      }
    }
  }
}
