package dev.ductile.runtime.data;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Examples with at most one feature of each field, like rows of a table with columns of names.
 * Within a field the r-th most popular feature is chosen in proportion to about 1/r.
 */
final class FieldGenerator implements ExampleGenerator {
  private static final int TRIALS = 2_000;
  private static final int HALVINGS = 60;

  private final List<Field> fields;
  private final float value;
  private final Truth truth;

  /**
   * A column.
   *
   * @param first its first feature
   * @param size the number of its features
   * @param stride scatters popular features over all of the field; has no factor in common with the
   *     size
   */
  private record Field(int first, int size, long stride, double present) {
    int draw(RandomGenerator random) {
      double rank = StrictMath.pow(size + 1.0, random.nextDouble()) - 1;
      return first + (int) (Math.min(size - 1, (long) rank) * stride % size);
    }
  }

  /**
   * A generator.
   *
   * @param columns the number of features of each column
   * @param present the probability that a column has a value in an example
   * @param positive the share of positive examples, of two classes
   */
  FieldGenerator(
      List<Integer> columns,
      double present,
      float value,
      double scale,
      double positive,
      ClassLabels labels,
      long seed) {
    var made = new ArrayList<Field>();
    int first = 0;
    for (int size : columns) {
      made.add(new Field(first, size, stride(size), present));
      first += size;
    }
    fields = List.copyOf(made);
    this.value = value;
    Truth unshifted = new Truth(seed, labels, scale, 0);
    truth = new Truth(seed, labels, scale, offset(unshifted, positive));
  }

  private static long stride(int size) {
    long stride = Math.max(1, (long) (size * 0.618));
    while (!BigInteger.valueOf(stride).gcd(BigInteger.valueOf(size)).equals(BigInteger.ONE)) {
      stride++;
    }
    return stride;
  }

  @Override
  public void example(RandomGenerator random, ExampleList into) {
    features(random, into);
    into.end(truth.label(into, random));
  }

  private void features(RandomGenerator random, ExampleList into) {
    for (Field field : fields) {
      if (random.nextDouble() < field.present()) {
        into.value(field.draw(random), value);
      }
    }
  }

  /** The offset of scores that gives the wanted share of positive examples. */
  private double offset(Truth unshifted, double positive) {
    var random = new SplittableRandom(Mix.of(unshifted.seed(), -1, -1));
    double[] scores = new double[TRIALS];
    for (int i = 0; i < TRIALS; i++) {
      var list = new ExampleList(0);
      features(random, list);
      scores[i] = unshifted.score(list, 0);
    }
    double low = -100;
    double high = 100;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      double sum = 0;
      for (double score : scores) {
        sum += Truth.share(middle + score);
      }
      if (sum < positive * TRIALS) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
