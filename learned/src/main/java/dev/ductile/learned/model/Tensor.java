package dev.ductile.learned.model;

import java.util.List;

/** Floats in a shape, the last dimension fastest. */
final class Tensor {
  private final List<Integer> shape;
  private final float[] values;

  /**
   * A tensor of this array, which nothing may change afterwards.
   *
   * @param shape the sizes, whose product is the number of values
   */
  Tensor(List<Integer> shape, float[] values) {
    this.shape = List.copyOf(shape);
    this.values = values;
  }

  List<Integer> shape() {
    return shape;
  }

  float[] values() {
    return values;
  }
}
