package dev.ductile.runtime.checkpoint;

import java.util.Arrays;
import java.util.OptionalDouble;

/** The scores of examples of two classes, for the area under the ROC curve. */
final class RocCurve {
  /** The largest number of scores that are kept; with more, the area is not computed. */
  private static final int MOST = 100_000_000;

  private long[] keys = new long[1024];
  private int count;
  private long positives;
  private boolean isFull;

  void add(float score, boolean positive) {
    if (count == MOST) {
      isFull = true;
      return;
    }
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, Math.min(MOST, keys.length * 2));
    }
    keys[count++] = (long) ordered(score) << 1 | (positive ? 1 : 0);
    positives += positive ? 1 : 0;
  }

  /** Equal scores count half (Mann and Whitney). */
  OptionalDouble area() {
    long negatives = count - positives;
    if (isFull || positives == 0 || negatives == 0) {
      return OptionalDouble.empty();
    }
    Arrays.sort(keys, 0, count);
    double won = 0;
    long below = 0;
    for (int i = 0; i < count; ) {
      long tiedPositives = 0;
      int from = i;
      for (long score = keys[i] >> 1; i < count && keys[i] >> 1 == score; i++) {
        tiedPositives += keys[i] & 1;
      }
      long tiedNegatives = i - from - tiedPositives;
      won += tiedPositives * (below + tiedNegatives / 2.0);
      below += tiedNegatives;
    }
    return OptionalDouble.of(won / ((double) positives * negatives));
  }

  /** An integer that orders floats. */
  private static int ordered(float score) {
    int bits = Float.floatToIntBits(score + 0f);
    return bits >= 0 ? bits : bits ^ Integer.MAX_VALUE;
  }
}
