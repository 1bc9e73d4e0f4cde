package dev.ductile.runtime.data;

/** The order of one split's examples in all epochs; it caches that of the last requested epoch. */
public final class SplitOrder {
  private final int examples;
  private final long seed;
  private final int split;
  private final boolean shuffle;
  private int[] kept = new int[0];
  private long keptEpoch = -1;

  public SplitOrder(int examples, long seed, int split, boolean shuffle) {
    this.examples = examples;
    this.seed = seed;
    this.split = split;
    this.shuffle = shuffle;
  }

  /** The examples' numbers in the order of an epoch. Callers must not change it. */
  public int[] of(long epoch) {
    if (epoch != keptEpoch) {
      kept = ExampleOrder.of(examples, seed, split, epoch, shuffle);
      keptEpoch = epoch;
    }
    return kept;
  }

  /** The epoch of a position that is counted over all epochs. */
  public long epoch(long position) {
    return position / examples;
  }

  /** Its index in the order of that epoch. */
  public int place(long position) {
    return (int) (position % examples);
  }

  /** The number of {@code wanted} examples from a position on that belong to the same epoch. */
  public int run(long position, int wanted) {
    return Math.min(wanted, examples - place(position));
  }
}
