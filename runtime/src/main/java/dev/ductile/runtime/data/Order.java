package dev.ductile.runtime.data;

import java.util.SplittableRandom;

/** In which order a split's examples are used. */
public final class Order {
  private Order() {}

  /** The examples' numbers in the order of an epoch; the same wherever it is asked. */
  public static int[] of(int examples, long seed, int split, long epoch, boolean shuffle) {
    int[] order = new int[examples];
    for (int i = 0; i < examples; i++) {
      order[i] = i;
    }
    if (shuffle) {
      var random = new SplittableRandom(seed * 1_000_003 + split * 7_919L + epoch);
      for (int i = examples - 1; i > 0; i--) {
        int other = random.nextInt(i + 1);
        int held = order[i];
        order[i] = order[other];
        order[other] = held;
      }
    }
    return order;
  }

  /** How many steps an epoch has. */
  public static long steps(long examples, int batch) {
    return Math.max(1, (examples + batch - 1) / batch);
  }

  /**
   * Where the share of split {@code split} of {@code splits} begins in a step of an epoch; it ends
   * where that of the next step begins.
   */
  public static int begin(int examples, int split, int splits, long step, long steps) {
    if (step == 0) {
      return 0;
    }
    if (step == steps) {
      return examples;
    }
    return (int)
        Math.min(examples, Math.floorDiv(step * examples * splits + split * steps, steps * splits));
  }
}
