package dev.ductile.runtime.parameters;

import java.util.List;

/**
 * What the sums of one step are made of: the same for all partitions of a server.
 *
 * @param examples how many
 * @param rateFactor by how much the learning rate is raised, for larger batches
 * @param marks how far splits are once this is applied; empty where batches are found by steps
 * @param figures by which the rule decides what to do with all parameters; most rules need none
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

  /** How far a split is, counted in examples over all epochs. */
  public record Mark(int split, long clock) {
    /** Marks are kept in arrays: a split's number is not larger than this. */
    public static final int MOST_SPLITS = 1 << 20;

    public Mark {
      if (split < 0 || split >= MOST_SPLITS || clock < 0) {
        throw new IllegalArgumentException(
            "split %d cannot be at example %d".formatted(split, clock));
      }
    }
  }

  /** What the gradient sums are multiplied by. */
  public float scale() {
    return examples == 0 ? 0 : 1f / examples;
  }
}
