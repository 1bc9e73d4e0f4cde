package dev.ductile.learned.network;

/**
 * The non-zero values of a row or a column of floats, for products with a matrix of rows. About
 * half of the values behind a ReLU are zero, and most values of the state of a cluster.
 *
 * <p>A product adds in the order of the values, so that its rounding is the same on every machine.
 */
final class SparseRow {
  private final int[] indices;
  private final float[] values;
  private int size;

  /**
   * @param most the most values of a row
   */
  SparseRow(int most) {
    // One more, because a zero is written before it is overwritten.
    indices = new int[most + 1];
    values = new float[most + 1];
  }

  SparseRow ofRow(float[] row) {
    int count = 0;
    for (int i = 0; i < row.length; i++) {
      count = append(i, row[i], count);
    }
    size = count;
    return this;
  }

  SparseRow ofColumn(float[][] rows, int column) {
    int count = 0;
    for (int i = 0; i < rows.length; i++) {
      count = append(i, rows[i][column], count);
    }
    size = count;
    return this;
  }

  /** Adds the rows of a matrix, each times the value at its index. */
  void addProduct(float[][] matrix, float[] sums) {
    int i = 0;
    for (; i + 4 <= size; i += 4) {
      addFour(i, matrix, sums);
    }
    for (; i < size; i++) {
      add(values[i], matrix[indices[i]], sums);
    }
  }

  /** Writes a value behind so many others, and returns how many there are then. */
  private int append(int index, float value, int count) {
    indices[count] = index;
    values[count] = value;
    return value == 0 ? count : count + 1;
  }

  /** Adds four rows in one loop, which loads and stores each sum once. */
  private void addFour(int first, float[][] matrix, float[] sums) {
    float a = values[first];
    float b = values[first + 1];
    float c = values[first + 2];
    float d = values[first + 3];
    float[] as = matrix[indices[first]];
    float[] bs = matrix[indices[first + 1]];
    float[] cs = matrix[indices[first + 2]];
    float[] ds = matrix[indices[first + 3]];
    for (int to = 0; to < sums.length; to++) {
      sums[to] += a * as[to] + b * bs[to] + c * cs[to] + d * ds[to];
    }
  }

  static boolean isZero(float[] row) {
    for (float value : row) {
      if (value != 0) {
        return false;
      }
    }
    return true;
  }

  static void add(float factor, float[] row, float[] sums) {
    for (int to = 0; to < sums.length; to++) {
      sums[to] += factor * row[to];
    }
  }
}
