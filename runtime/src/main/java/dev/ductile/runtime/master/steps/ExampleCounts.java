package dev.ductile.runtime.master.steps;

import dev.ductile.runtime.data.ExampleOrder;
import java.util.Arrays;
import java.util.List;

/** The number of examples of each split, as far as workers have reported it. */
public final class ExampleCounts {
  private static final int UNKNOWN = -1;

  private final int[] bySplit;

  public ExampleCounts(int splits) {
    bySplit = new int[splits];
    Arrays.fill(bySplit, UNKNOWN);
  }

  /** A worker has reported the number of examples of a split. */
  public void count(int split, int many) {
    check(split, many);
    bySplit[split] = many;
  }

  /** Refuses an impossible number of examples. */
  public void check(int split, int many) {
    if (split < 0 || split >= bySplit.length || many < 0) {
      throw new IllegalArgumentException("split %d cannot have %d examples".formatted(split, many));
    }
    if (bySplit[split] != UNKNOWN && bySplit[split] != many) {
      throw new IllegalArgumentException(
          "split %d has %d examples and not %d".formatted(split, bySplit[split], many));
    }
  }

  /** Whether all splits are counted. */
  public boolean areKnown() {
    return Arrays.stream(bySplit).noneMatch(many -> many == UNKNOWN);
  }

  public int splits() {
    return bySplit.length;
  }

  public int of(int split) {
    return bySplit[split];
  }

  /** The counts in the order of the splits; empty while one of them is not known. */
  public List<Integer> list() {
    return areKnown() ? Arrays.stream(bySplit).boxed().toList() : List.of();
  }

  public long sum() {
    return Arrays.stream(bySplit).asLongStream().sum();
  }

  /**
   * The number of examples of a step.
   *
   * @param epochSteps the number of steps of an epoch
   */
  public int ofStep(long step, long epochSteps) {
    int sum = 0;
    for (int split = 0; split < bySplit.length; split++) {
      sum += begin(split, step % epochSteps + 1, epochSteps);
      sum -= begin(split, step % epochSteps, epochSteps);
    }
    return sum;
  }

  private int begin(int split, long step, long epochSteps) {
    return ExampleOrder.begin(bySplit[split], split, bySplit.length, step, epochSteps);
  }
}
