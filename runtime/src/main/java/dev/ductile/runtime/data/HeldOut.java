package dev.ductile.runtime.data;

import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.job.ValidationSpec;

/**
 * Distinguishes held-out examples from training examples. The draw depends on the seed and on the
 * example's content, and not on its position. So all readers agree, however the data are split and
 * compressed, and an example that occurs twice is not on both sides.
 *
 * @param share the share that is held out, about
 */
public record HeldOut(double share, long seed) {
  /** No example is held out. */
  static final HeldOut NOTHING = new HeldOut(0, 0);

  private static final int STREAM = 7;

  public static HeldOut of(TrainingJob job) {
    return new HeldOut(job.heldOutShare(), job.seed());
  }

  public static HeldOut of(ValidationSpec.Share share, long seed) {
    return new HeldOut(share.share(), seed);
  }

  /** Whether the last example of a list is held out. */
  boolean hasLast(ExampleList list) {
    return share > 0 && Truth.fraction(draw(list)) < share;
  }

  private long draw(ExampleList list) {
    long mixed = Mix.of(seed, STREAM, Float.floatToIntBits(list.lastLabel()));
    for (int i = 0; i < list.lastSize(); i++) {
      long value = Float.floatToIntBits(list.lastValue(i) + 0f);
      mixed = Mix.scatter(mixed + ((long) list.lastFeature(i) << Integer.SIZE ^ value));
    }
    return Mix.scatter(mixed);
  }
}
