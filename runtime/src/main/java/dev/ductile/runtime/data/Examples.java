package dev.ductile.runtime.data;

/**
 * Examples in memory, row after row: the features of example {@code i} are at places {@code
 * starts[i]} to {@code starts[i + 1]}. Labels are as in the file. Whoever asks for an array must
 * not change it.
 */
public final class Examples {
  private final float[] labels;
  private final int[] starts;
  private final int[] features;
  private final float[] values;

  /**
   * Examples of which the arrays are kept, not copied.
   *
   * @param starts one more than there are labels
   */
  public Examples(float[] labels, int[] starts, int[] features, float[] values) {
    if (starts.length != labels.length + 1
        || starts[labels.length] != features.length
        || features.length != values.length) {
      throw new IllegalArgumentException(
          "%d labels, %d starts, %d features and %d values do not fit"
              .formatted(labels.length, starts.length, features.length, values.length));
    }
    this.labels = labels;
    this.starts = starts;
    this.features = features;
    this.values = values;
  }

  public int count() {
    return labels.length;
  }

  public float[] labels() {
    return labels;
  }

  public int[] starts() {
    return starts;
  }

  public int[] features() {
    return features;
  }

  public float[] values() {
    return values;
  }
}
