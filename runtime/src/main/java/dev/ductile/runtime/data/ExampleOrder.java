package dev.ductile.runtime.data;

import java.util.SplittableRandom;

/** The order in which a split's examples are used, and the examples of each step. */
public final class ExampleOrder {
  private ExampleOrder() {}

  /** The examples' numbers in the order of an epoch; the same in every process. */
  public static int[] of(int examples, long seed, int split, long epoch, boolean shuffle) {
    int[] order = new int[examples];
    for (int i = 0; i < examples; i++) {
      order[i] = i;
    }
    if (shuffle) {
      var random = new SplittableRandom(Mix.of(seed, split, epoch));
      for (int i = examples - 1; i > 0; i--) {
        int other = random.nextInt(i + 1);
        int held = order[i];
        order[i] = order[other];
        order[other] = held;
      }
    }
    return order;
  }

  /**
   * Steps in an epoch.
   *
   * @param batch {@code Integer.MAX_VALUE} means all examples
   */
  public static long steps(long examples, int batch) {
    return batch == Integer.MAX_VALUE ? 1 : Math.max(1, Math.ceilDiv(examples, (long) batch));
  }

  /**
   * The beginning of the share of split {@code split} of {@code splits} in a step of an epoch,
   * {@code floor(step examples / steps + split / splits)}; it ends where that of the next step
   * begins. So splits of the same size take turns to give one more, and the batch is even.
   *
   * @param step from 0 to {@code steps}
   */
  public static int begin(int examples, int split, int splits, long step, long steps) {
    long whole = Math.multiplyExact(step, (long) examples);
    long rest = Math.multiplyExact(whole % steps, (long) splits);
    boolean carried = rest >= Math.multiplyExact(steps, (long) (splits - split));
    return (int) (whole / steps) + (carried ? 1 : 0);
  }
}
