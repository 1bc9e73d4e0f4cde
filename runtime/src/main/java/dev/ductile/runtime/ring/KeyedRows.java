package dev.ductile.runtime.ring;

import dev.ductile.runtime.state.Rule;
import java.util.List;

/**
 * The rows of a keyed tensor.
 *
 * @param arrays the values, and then the optimiser's
 * @param width numbers in a row
 */
record KeyedRows(List<float[]> arrays, int width) {
  /** What the optimiser remembers. */
  static float[][] slots(List<float[]> arrays) {
    return arrays.subList(1, arrays.size()).toArray(float[][]::new);
  }

  /** Copies some rows of an array; of the values with the proximal steps that they owe. */
  void read(int array, Rule.Step now, int[] rows, int count, float[] to) {
    if (array > 0 || !now.owes()) {
      gather(arrays.get(array), rows, count, to);
      return;
    }
    float[][] slots = slots(arrays);
    for (int i = 0; i < count; i++) {
      now.read(arrays.getFirst(), slots, rows[i] * width, width, to, i * width);
    }
  }

  void settle(Rule.Step now, int row) {
    now.settle(arrays.getFirst(), slots(arrays), row * width, width);
  }

  /** Copies of some rows, of all arrays. */
  KeyedRows gathered(int[] rows, int count) {
    List<float[]> copies =
        arrays.stream()
            .map(from -> {
              float[] to = new float[count * width];
              gather(from, rows, count, to);
              return to;
            })
            .toList();
    return new KeyedRows(copies, width);
  }

  /** Puts rows that were gathered back to their places. */
  void put(KeyedRows gathered, int[] rows, int count) {
    for (int number = 0; number < arrays.size(); number++) {
      scatter(gathered.arrays().get(number), rows, count, arrays.get(number));
    }
  }

  private void gather(float[] from, int[] rows, int count, float[] to) {
    if (width == 1) {
      for (int i = 0; i < count; i++) {
        to[i] = from[rows[i]];
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      System.arraycopy(from, rows[i] * width, to, i * width, width);
    }
  }

  private void scatter(float[] from, int[] rows, int count, float[] to) {
    if (width == 1) {
      for (int i = 0; i < count; i++) {
        to[rows[i]] = from[i];
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      System.arraycopy(from, i * width, to, rows[i] * width, width);
    }
  }
}
