package dev.ductile.runtime.data;

import java.util.Arrays;

/** A growing list of examples. */
final class ExampleList {
  private final int width;
  private float[] labels = new float[64];
  private int[] starts = new int[65];
  private int[] features;
  private float[] values = new float[1_024];
  private int count;
  private int numbers;

  /**
   * An empty list.
   *
   * @param width the number of features of each example if all have all; otherwise 0
   */
  ExampleList(int width) {
    this.width = width;
    features = new int[width > 0 ? 0 : values.length];
  }

  /** Adds a value to the open example. */
  void value(int feature, float value) {
    if (numbers == values.length) {
      int larger = Math.multiplyExact(numbers, 2);
      values = Arrays.copyOf(values, larger);
      features = width > 0 ? features : Arrays.copyOf(features, larger);
    }
    if (width == 0) {
      features[numbers] = feature;
    }
    values[numbers++] = value;
  }

  /** Ends the open example. */
  void end(float label) {
    if (count == labels.length) {
      labels = Arrays.copyOf(labels, count * 2);
      starts = Arrays.copyOf(starts, count * 2 + 1);
    }
    labels[count++] = label;
    starts[count] = numbers;
  }

  int count() {
    return count;
  }

  /** The number of values. */
  int numbers() {
    return numbers;
  }

  /** The number of values of the open example. */
  int open() {
    return numbers - starts[count];
  }

  /** A feature of the open example; its values are counted from 0. */
  int openFeature(int index) {
    return width > 0 ? index : features[starts[count] + index];
  }

  float openValue(int index) {
    return values[starts[count] + index];
  }

  /** The number of values of the last complete example. */
  int lastSize() {
    return starts[count] - starts[count - 1];
  }

  float lastLabel() {
    return labels[count - 1];
  }

  /** A feature of the last complete example; its values are counted from 0. */
  int lastFeature(int index) {
    return width > 0 ? index : features[starts[count - 1] + index];
  }

  float lastValue(int index) {
    return values[starts[count - 1] + index];
  }

  /** Removes the last complete example; nothing may have been added after it. */
  void dropLast() {
    count--;
    numbers = starts[count];
  }

  /** Returns the examples, and starts anew. */
  Examples take() {
    float[] ownLabels = Arrays.copyOf(labels, count);
    float[] ownValues = Arrays.copyOf(values, numbers);
    Examples taken =
        width > 0
            ? Examples.dense(ownLabels, width, ownValues)
            : new Examples(
                ownLabels,
                Arrays.copyOf(starts, count + 1),
                Arrays.copyOf(features, numbers),
                ownValues);
    count = 0;
    numbers = 0;
    return taken;
  }
}
