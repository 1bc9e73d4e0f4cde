package dev.ductile.runtime.data;

/**
 * Examples in memory, row after row: the features of example {@code i} are at indexes {@code
 * starts[i]} to {@code starts[i + 1]}. Callers must not change the arrays.
 *
 * <p>Labels are -1 and 1 if there are two classes, 0 and up if there are more, and any number for a
 * regression.
 */
public final class Examples {
  private final float[] labels;
  private final int[] starts;
  private final int[] features;
  private final float[] values;
  private final int width;

  /**
   * Sparse examples; the arrays are kept, not copied.
   *
   * @param starts one more than there are labels
   */
  public Examples(float[] labels, int[] starts, int[] features, float[] values) {
    this(labels, starts, features, values, 0);
    if (features.length != values.length) {
      throw new IllegalArgumentException(
          "%d features and %d values do not fit".formatted(features.length, values.length));
    }
  }

  private Examples(float[] labels, int[] starts, int[] features, float[] values, int width) {
    if (starts.length != labels.length + 1 || starts[labels.length] != values.length) {
      throw new IllegalArgumentException(
          "%d labels, %d starts and %d values do not fit"
              .formatted(labels.length, starts.length, values.length));
    }
    this.labels = labels;
    this.starts = starts;
    this.features = features;
    this.values = values;
    this.width = width;
  }

  /** Examples that each have a value for each of {@code width} features. */
  public static Examples dense(float[] labels, int width, float[] values) {
    if (width < 1) {
      throw new IllegalArgumentException("dense examples need features, not " + width);
    }
    int[] starts = new int[labels.length + 1];
    for (int i = 0; i < labels.length; i++) {
      starts[i + 1] = Math.addExact(starts[i], width);
    }
    return new Examples(labels, starts, new int[0], values, width);
  }

  public int count() {
    return labels.length;
  }

  /** Whether every example has all features; then there is no list of them. */
  public boolean isDense() {
    return width > 0;
  }

  /** The number of features of each example if all have all; otherwise 0. */
  public int width() {
    return width;
  }

  public float[] labels() {
    return labels;
  }

  public int[] starts() {
    return starts;
  }

  /** The features, ascending within an example; empty if they are dense. */
  public int[] features() {
    return features;
  }

  public float[] values() {
    return values;
  }
}
