package dev.ductile.runtime.parameters;

/**
 * A named table of parameters.
 *
 * @param rows one for each feature, or each neuron
 * @param width the number of floats in a row
 * @param keyed whether workers pull single rows of it, because a batch touches few of them
 * @param partitionFloats the largest size of its partitions; a single row may be larger
 */
public record Tensor(String name, int rows, int width, boolean keyed, int partitionFloats) {
  /** The largest size of a partition in every job. */
  public static final int PARTITION_FLOATS = 65_536;

  public Tensor {
    if (rows < 1 || width < 1 || partitionFloats < 1) {
      throw new IllegalArgumentException(
          "tensor %s needs rows, a width and a size of partitions, not %d, %d and %d"
              .formatted(name, rows, width, partitionFloats));
    }
  }

  public Tensor(String name, int rows, int width, boolean keyed) {
    this(name, rows, width, keyed, PARTITION_FLOATS);
  }

  public long floats() {
    return (long) rows * width;
  }

  /** The number of rows of each partition but the last. */
  int rowsOfPartition() {
    return Math.max(1, partitionFloats / width);
  }
}
