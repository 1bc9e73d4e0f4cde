package dev.ductile.runtime.parameters;

import java.util.List;

/**
 * The examples behind the sums of one step: the same for all partitions of a server.
 *
 * @param examples the number of examples
 * @param rateFactor the factor of the learning rate, for larger batches
 * @param marks the positions in the splits once this is applied; empty if batches are found by
 *     steps
 * @param figures by which the rule decides the change of all parameters; most rules need none
 */
public record BatchSummary(int examples, float rateFactor, List<Mark> marks, List<Double> figures) {
  public BatchSummary {
    if (examples < 0) {
      throw new IllegalArgumentException("a batch cannot have %d examples".formatted(examples));
    }
    marks = List.copyOf(marks);
    figures = List.copyOf(figures);
  }

  public BatchSummary(int examples, float rateFactor, List<Mark> marks) {
    this(examples, rateFactor, marks, List.of());
  }

  /** The progress in a split, counted in examples over all epochs. */
  public record Mark(int split, long clock) {
    /** Marks are kept in arrays, so a split's number is not larger than this. */
    public static final int MOST_SPLITS = 1 << 20;

    public Mark {
      if (split < 0 || split >= MOST_SPLITS || clock < 0) {
        throw new IllegalArgumentException(
            "split %d cannot be at example %d".formatted(split, clock));
      }
    }
  }

  /** The factor of the gradient sums. */
  public float scale() {
    return examples == 0 ? 0 : 1f / examples;
  }
}
