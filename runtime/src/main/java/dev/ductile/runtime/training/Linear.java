package dev.ductile.runtime.training;

import dev.ductile.runtime.data.Examples;

/** Products of an example and rows of floats, as loops that the compiler can vectorise. */
final class Linear {
  private Linear() {}

  /** Eight partial sums, because a single sum would wait for each of its additions. */
  static float dot(float[] left, int leftFrom, float[] right, int rightFrom, int count) {
    float a = 0;
    float b = 0;
    float c = 0;
    float d = 0;
    float e = 0;
    float f = 0;
    float g = 0;
    float h = 0;
    int whole = count & ~7;
    for (int i = 0; i < whole; i += 8) {
      int l = leftFrom + i;
      int r = rightFrom + i;
      a += left[l] * right[r];
      b += left[l + 1] * right[r + 1];
      c += left[l + 2] * right[r + 2];
      d += left[l + 3] * right[r + 3];
      e += left[l + 4] * right[r + 4];
      f += left[l + 5] * right[r + 5];
      g += left[l + 6] * right[r + 6];
      h += left[l + 7] * right[r + 7];
    }
    float sum = ((a + b) + (c + d)) + ((e + f) + (g + h));
    for (int i = whole; i < count; i++) {
      sum += left[leftFrom + i] * right[rightFrom + i];
    }
    return sum;
  }

  /** For some examples of a slice: the sum of a constant and the values times their weights. */
  static void dots(
      Batch.Slice slice, int from, int count, float[] numbers, double constant, double[] into) {
    Examples examples = slice.examples();
    int[] starts = examples.starts();
    int[] features = examples.features();
    float[] values = examples.values();
    boolean dense = examples.isDense();
    for (int i = 0; i < count; i++) {
      int example = slice.number(from + i);
      int begin = starts[example];
      int end = starts[example + 1];
      float sum = 0;
      if (dense) {
        sum = dot(values, begin, numbers, 0, end - begin);
      } else {
        for (int j = begin; j < end; j++) {
          sum += values[j] * numbers[features[j]];
        }
      }
      into[i] = constant + sum;
    }
  }

  /** Adds the values of some examples of a slice, times the factor of each example. */
  static void add(Batch.Slice slice, int from, int count, double[] factors, float[] numbers) {
    Examples examples = slice.examples();
    int[] starts = examples.starts();
    int[] features = examples.features();
    float[] values = examples.values();
    boolean dense = examples.isDense();
    for (int i = 0; i < count; i++) {
      int example = slice.number(from + i);
      int begin = starts[example];
      int end = factors[i] == 0 ? begin : starts[example + 1];
      float factor = (float) factors[i];
      if (dense) {
        add(factor, values, begin, numbers, 0, end - begin);
      } else {
        for (int j = begin; j < end; j++) {
          numbers[features[j]] += factor * values[j];
        }
      }
    }
  }

  /** Adds the squares of the values of some examples of a slice. */
  static void addSquares(Batch.Slice slice, int from, int count, float[] numbers) {
    Examples examples = slice.examples();
    int[] starts = examples.starts();
    float[] values = examples.values();
    boolean dense = examples.isDense();
    for (int i = 0; i < count; i++) {
      int example = slice.number(from + i);
      int begin = starts[example];
      for (int j = begin; j < starts[example + 1]; j++) {
        int feature = dense ? j - begin : examples.features()[j];
        numbers[feature] += values[j] * values[j];
      }
    }
  }

  /** Adds a row, times a factor, to another. */
  static void add(float factor, float[] row, int rowFrom, float[] to, int toFrom, int count) {
    for (int i = 0; i < count; i++) {
      to[toFrom + i] += factor * row[rowFrom + i];
    }
  }

  /** Adds to {@code out} the rows of an example's features, each times its value. */
  static void multiply(Examples examples, int example, float[] rows, float[] out) {
    int from = examples.starts()[example];
    int to = examples.starts()[example + 1];
    float[] values = examples.values();
    for (int i = from; i < to; i++) {
      int feature = examples.isDense() ? i - from : examples.features()[i];
      add(values[i], rows, feature * out.length, out, 0, out.length);
    }
  }

  /** Adds to {@code out} the rows, each times its element of {@code in}. */
  static void multiply(float[] in, float[] rows, float[] out) {
    for (int i = 0; i < in.length; i++) {
      if (in[i] != 0) {
        add(in[i], rows, i * out.length, out, 0, out.length);
      }
    }
  }

  /** Adds {@code slope}, times each of an example's values, to the row of its feature. */
  static void addOuter(Examples examples, int example, float[] slope, float[] rows) {
    int from = examples.starts()[example];
    int to = examples.starts()[example + 1];
    float[] values = examples.values();
    for (int i = from; i < to; i++) {
      int feature = examples.isDense() ? i - from : examples.features()[i];
      add(values[i], slope, 0, rows, feature * slope.length, slope.length);
    }
  }
}
