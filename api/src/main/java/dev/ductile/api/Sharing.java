package dev.ductile.api;

import java.time.Duration;
import java.util.Optional;

/**
 * The part of the cluster to which a queue is entitled while other queues want more than is there.
 *
 * @param guaranteed the resources that it gets first whenever its jobs can use them
 * @param weight its part of the rest, in proportion to the weights of the other queues
 * @param borrows whether it may hold more than the guaranteed resources
 * @param halfLife the time after which past use counts half; past use does not count if it is
 *     absent
 */
public record Sharing(
    Resources guaranteed, double weight, boolean borrows, Optional<Duration> halfLife) {
  /** Nothing guaranteed, weight 1, and past use does not count. */
  public static final Sharing EQUAL = new Sharing(Resources.NONE, 1, true, Optional.empty());

  public Sharing {
    if (!(weight > 0) || Double.isInfinite(weight)) {
      throw new IllegalArgumentException(
          "the weight of a queue must be a finite number above 0, not %s".formatted(weight));
    }
    if (!borrows && guaranteed.isNone()) {
      throw new IllegalArgumentException(
          "a queue that does not borrow needs guaranteed resources, or its jobs could never run");
    }
    halfLife.ifPresent(Sharing::requirePositive);
  }

  public static Sharing weight(double weight) {
    return new Sharing(Resources.NONE, weight, true, Optional.empty());
  }

  public static Sharing guaranteed(Resources guaranteed) {
    return new Sharing(guaranteed, 1, true, Optional.empty());
  }

  /** The same without borrowing. */
  public Sharing withoutBorrowing() {
    return new Sharing(guaranteed, weight, false, halfLife);
  }

  public Sharing withHalfLife(Duration newHalfLife) {
    return new Sharing(guaranteed, weight, borrows, Optional.of(newHalfLife));
  }

  private static void requirePositive(Duration halfLife) {
    if (!halfLife.isPositive()) {
      throw new IllegalArgumentException(
          "the half-life of past use must be above 0, not %s".formatted(halfLife));
    }
  }
}
