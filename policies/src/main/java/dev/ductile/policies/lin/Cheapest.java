package dev.ductile.policies.lin;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * The cheapest of the first sizes of a job, for each number of sizes; computed as far as it was
 * asked for.
 */
final class Cheapest {
  /** Costs that differ by less than this part are equal. */
  private static final double ROUNDING = 1e-12;

  private int[] upTo = new int[0];
  private int known;
  private double least = Double.MAX_VALUE;

  /**
   * The cheapest of the sizes with indices from 0 to {@code most}; the smallest of equally cheap
   * ones.
   */
  int upTo(int most, IntToDoubleFunction cost) {
    if (most >= upTo.length) {
      upTo = Arrays.copyOf(upTo, Math.max(most + 1, 2 * upTo.length));
    }
    while (known <= most) {
      double next = cost.applyAsDouble(known);
      boolean isCheaper = next < least - ROUNDING * Math.abs(least);
      least = isCheaper ? next : least;
      upTo[known] = isCheaper || known == 0 ? known : upTo[known - 1];
      known++;
    }
    return upTo[most];
  }
}
