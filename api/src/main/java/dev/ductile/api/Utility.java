package dev.ductile.api;

import java.util.concurrent.TimeUnit;

/** The worth of a job to its user as a function of the time from submission to end. */
public sealed interface Utility {
  /** No known worth: it adds nothing, unless a policy has a rule for such jobs. */
  Utility NONE = new None();

  /** The worth of a job that takes this many seconds; it never rises with time. */
  double at(double seconds);

  /** See {@link #NONE}. */
  record None() implements Utility {
    @Override
    public double at(double seconds) {
      return 0;
    }
  }

  /**
   * The worth falls from {@code gamma1} to zero around the time {@code gamma3}, where it is half:
   * {@code gamma1 / (1 + exp(gamma2 (t - gamma3)))}.
   *
   * @param gamma2 how steeply the worth falls, per unit of time
   * @param gamma3 the time that the user aims at, in units
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
