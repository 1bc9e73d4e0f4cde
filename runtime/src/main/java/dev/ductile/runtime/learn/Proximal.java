package dev.ductile.runtime.learn;

/**
 * A step along the gradient, and then the step that draws numbers towards zero: it minimises {@code
 * l1 |w| + l2 w w / 2 + (w - w0) (w - w0) / (2 rate)}, at the rate that each number has by itself
 * (Duchi et al., JMLR 2011, Section 1.2). So all optimisers come to rest at the same place.
 *
 * <p>Of a keyed tensor only rows that are touched are changed. A row is then drawn to zero at once
 * for all the steps that it was left alone, as if it had taken part in them without a gradient at
 * the rate of now, or what is rare would be regularised less; only then it goes along its gradient.
 */
final class Proximal implements Optimizer {
  /** Steps are counted in floats modulo this, for they hold no larger number exactly. */
  private static final long EXACT = 1 << 24;

  private final Descent descent;
  private final Rate rate;
  private final float l1;
  private final float l2;
  private final boolean catchesUp;

  Proximal(Descent descent, Rate rate, float l1, float l2, boolean keyed) {
    if (!(l1 >= 0) || !(l2 >= 0) || Float.isInfinite(l1) || Float.isInfinite(l2)) {
      throw new IllegalArgumentException(
          "l1 and l2 must be at least 0, not %s and %s".formatted(l1, l2));
    }
    this.descent = descent;
    this.rate = rate;
    this.l1 = l1;
    this.l2 = l2;
    catchesUp = keyed && draws();
  }

  private boolean draws() {
    return l1 > 0 || l2 > 0;
  }

  /**
   * The last array says, for keyed rows, up to which step each number has been drawn to zero; that
   * is steps modulo 2^24.
   */
  @Override
  public int slots() {
    return descent.slots() + (catchesUp ? 1 : 0);
  }

  @Override
  public void apply(
      float[] values,
      float[][] slots,
      float[] sums,
      int from,
      int count,
      float scale,
      long step,
      float rateFactor) {
    float now = rate.at(step, rateFactor);
    float correction = descent.correction(step);
    if (catchesUp) {
      catchUp(values, slots, from, count, step, now, correction);
    }
    descent.move(values, slots, sums, from, count, scale, now, step);
    if (draws()) {
      for (int i = from; i < from + count; i++) {
        values[i] = drawn(values[i], descent.ownRate(slots, i, now, correction));
      }
    }
  }

  /** Draws what has been left alone for all the steps before this one. */
  private void catchUp(
      float[] values,
      float[][] slots,
      int from,
      int count,
      long step,
      float now,
      float correction) {
    float[] drawn = slots[descent.slots()];
    for (int i = from; i < from + count; i++) {
      long missed = Math.floorMod(step - (long) drawn[i], EXACT);
      drawn[i] = Math.floorMod(step + 1, EXACT);
      if (missed > 0) {
        values[i] = drawn(values[i], descent.ownRate(slots, i, now, correction), missed);
      }
    }
  }

  /** What is left of a number that is drawn so often, one draw after the other. */
  private float drawn(float number, double by, long times) {
    double size = Math.abs(number);
    double kept = Math.exp(-times * Math.log1p(by * l2));
    double taken = l2 > 0 ? (1 - kept) * l1 / l2 : times * by * l1;
    return (float) Math.copySign(Math.max(0, size * kept - taken), number);
  }

  private float drawn(float number, float by) {
    float most = by * l1;
    return (number - Math.clamp(number, -most, most)) / (1 + by * l2);
  }
}
