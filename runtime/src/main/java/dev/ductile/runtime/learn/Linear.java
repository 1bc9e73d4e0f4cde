package dev.ductile.runtime.learn;

import dev.ductile.runtime.data.Examples;

/** Products of an example and rows of numbers; loops that the compiler can make vectors of. */
final class Linear {
  private Linear() {}

  /** The sum of the example's values, each times the number of its feature. */
  static float dot(Examples examples, int example, float[] numbers) {
    int from = examples.starts()[example];
    int to = examples.starts()[example + 1];
    if (examples.isDense()) {
      return dot(examples.values(), from, numbers, 0, examples.width());
    }
    int[] features = examples.features();
    float[] values = examples.values();
    float sum = 0;
    for (int i = from; i < to; i++) {
      sum += values[i] * numbers[features[i]];
    }
    return sum;
  }

  /** Eight sums side by side, for one alone would wait for itself at every addition. */
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

  /** Adds the example's values, times a factor, to the numbers of its features. */
  static void add(Examples examples, int example, float factor, float[] numbers) {
    int from = examples.starts()[example];
    int to = examples.starts()[example + 1];
    if (examples.isDense()) {
      add(factor, examples.values(), from, numbers, 0, examples.width());
      return;
    }
    int[] features = examples.features();
    float[] values = examples.values();
    for (int i = from; i < to; i++) {
      numbers[features[i]] += factor * values[i];
    }
  }

  /** Adds the squares of the example's values to the numbers of its features. */
  static void addSquares(Examples examples, int example, float[] numbers) {
    int from = examples.starts()[example];
    int to = examples.starts()[example + 1];
    float[] values = examples.values();
    for (int i = from; i < to; i++) {
      int feature = examples.isDense() ? i - from : examples.features()[i];
      numbers[feature] += values[i] * values[i];
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

  /** Adds to {@code out} the rows, each times its number in {@code in}. */
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
