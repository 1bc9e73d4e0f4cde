package dev.ductile.runtime.data;

import java.util.ArrayList;
import java.util.List;

/** The shapes of generated data. */
final class Generators {
  /** Sizes of the columns of the set of KDD Cup 2012, track 2, one of twelve for each example. */
  private static final List<Integer> KDD_2012 =
      List.of(
          24_122_076,
          22_023_547,
          3_735_796,
          2_934_101,
          1_188_089,
          641_707,
          26_273,
          14_847,
          6,
          3,
          3,
          3);

  /** Sizes of the columns of the set a9a, which is Adult with one feature for each value. */
  private static final List<Integer> A9A = List.of(5, 8, 5, 16, 5, 7, 14, 6, 5, 2, 2, 2, 5, 41);

  private Generators() {}

  /** The generator of a shape, by its name in a job file. */
  static ExampleGenerator of(String shape, int features, ClassLabels labels, long seed) {
    return switch (shape) {
      case "kdd2012" ->
          new FieldGenerator(
              scaled(KDD_2012, features),
              11 / 12.0,
              (float) (1 / Math.sqrt(11)),
              3,
              0.045,
              labels,
              seed);
      case "a9a" -> new FieldGenerator(scaled(A9A, features), 13.87 / 14, 1, 1, 0.24, labels, seed);
      case "dense" -> new DenseGenerator(features, labels, seed);
      case "digits" -> new DigitGenerator(features, labels, seed);
      default ->
          throw new IllegalArgumentException(
              "no shape of data is called '%s'; there are kdd2012, a9a, dense and digits"
                  .formatted(shape));
    };
  }

  /** The same columns for another number of features; the largest ones absorb the difference. */
  private static List<Integer> scaled(List<Integer> columns, int features) {
    long all = columns.stream().mapToLong(Integer::longValue).sum();
    if (features < 2 * columns.size()) {
      throw new IllegalArgumentException(
          "%d features are too few for %d columns; give at least %d"
              .formatted(features, columns.size(), 2 * columns.size()));
    }
    var scaled = new ArrayList<Integer>();
    long before = 0;
    int given = 0;
    for (int i = 0; i < columns.size(); i++) {
      before += columns.get(i);
      int left = columns.size() - 1 - i;
      int size = Math.clamp(before * features / all - given, 1, features - given - left);
      scaled.add(size);
      given += size;
    }
    return scaled;
  }
}
