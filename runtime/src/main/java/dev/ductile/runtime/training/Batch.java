package dev.ductile.runtime.training;

import dev.ductile.runtime.data.Examples;
import dev.ductile.runtime.parameters.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * One worker's share of a step: examples of some splits, and the rows of the keyed tensors that
 * they need. Its memory is in proportion to the share and does not depend on the number of
 * features.
 */
public final class Batch {
  private final boolean keyed;
  private final List<Slice> slices = new ArrayList<>();
  private final RowIndex index;
  private int count;
  private long revision;

  /** Examples that are neighbours in memory. */
  static final class Slice {
    /** A slice without examples. */
    static final Slice NONE =
        new Slice(
            new Examples(new float[0], new int[1], new int[0], new float[0]), new int[0], 0, 0);

    private final Examples examples;
    private final int[] order;
    private final int from;
    private final int count;

    Slice(Examples examples, int[] order, int from, int count) {
      this.examples = examples;
      this.order = order;
      this.from = from;
      this.count = count;
    }

    Examples examples() {
      return examples;
    }

    int count() {
      return count;
    }

    /** The number in {@link #examples} of the example at an index of this slice. */
    int number(int place) {
      return order[from + place];
    }

    /** Copies the labels of some examples. */
    void labels(int first, int many, double[] into) {
      float[] labels = examples.labels();
      for (int i = 0; i < many; i++) {
        into[i] = labels[number(first + i)];
      }
    }

    Slice part(int begin, int end) {
      return new Slice(examples, order, from + begin, end - begin);
    }
  }

  /** An empty batch for a model with these tensors. */
  public Batch(List<Tensor> tensors) {
    this(tensors, false);
  }

  /**
   * An empty batch for a model with these tensors.
   *
   * @param all whether it will have all examples of the data
   */
  public Batch(List<Tensor> tensors, boolean all) {
    keyed = tensors.stream().anyMatch(Tensor::keyed);
    index = new RowIndex(all);
  }

  /** Removes all examples. */
  public void clear() {
    slices.clear();
    index.clear();
    count = 0;
    revision++;
  }

  /** A number that differs once the examples differ. */
  long revision() {
    return revision;
  }

  /**
   * Adds the examples with the numbers in {@code order} from {@code from} up to {@code to}. The
   * arguments must not change until {@link #clear}.
   */
  public void add(Examples examples, int[] order, int from, int to) {
    if (from == to) {
      return;
    }
    slices.add(
        keyed
            ? index.gather(examples, order, from, to)
            : new Slice(examples, order, from, to - from));
    count += to - from;
  }

  /** The number of examples. */
  public int count() {
    return count;
  }

  /** The number of needed rows of each keyed tensor; 0 if none is keyed. */
  public int rowCount() {
    return index.count();
  }

  /**
   * The needed rows of each keyed tensor, ascending; only the first {@link #rowCount} count. A
   * worker's arrays have one row for each of them, in this order.
   */
  public int[] rows() {
    return index.sorted();
  }

  /** The examples at some indexes, their features numbered as rows of the worker's arrays. */
  List<Slice> slices(int from, int to) {
    if (from < 0 || from > to || to > count) {
      throw new IllegalArgumentException(
          "examples %d to %d of a batch of %d".formatted(from, to, count));
    }
    index.sorted();
    var cut = new ArrayList<Slice>();
    int first = 0;
    for (Slice slice : slices) {
      int begin = Math.max(from, first);
      int end = Math.min(to, first + slice.count());
      if (begin < end) {
        cut.add(slice.part(begin - first, end - first));
      }
      first += slice.count();
    }
    return cut;
  }
}
