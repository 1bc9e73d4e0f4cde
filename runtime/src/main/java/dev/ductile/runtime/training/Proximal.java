package dev.ductile.runtime.training;

import java.util.Arrays;

/**
 * A step along the gradient, and then the proximal step of the regularisation: it minimises {@code
 * l1 |w| + l2 w w / 2 + (w - w0) (w - w0) / (2 rate)}, with the own rate of each parameter (Duchi
 * et al., JMLR 2011, Section 1.2). So all optimisers converge to the same point.
 *
 * <p>Of a keyed tensor only touched rows are changed. A row owes the proximal steps of the time in
 * which it was not touched, as if it had taken part in them without a gradient at the current rate.
 * It takes them when it is touched, and reading it includes them.
 */
final class Proximal implements Optimizer {
  /** Steps are counted in floats modulo this, because floats hold no larger number exactly. */
  private static final int EXACT = 1 << 24;

  private final GradientStep descent;
  private final Rate rate;
  private final float l1;
  private final float l2;
  private final boolean catchesUp;

  Proximal(GradientStep descent, Rate rate, float l1, float l2, boolean keyed) {
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
   * The last array holds, for keyed rows, the step up to which each parameter has been regularised,
   * modulo 2^24.
   */
  @Override
  public int slots() {
    return descent.slots() + (catchesUp ? 1 : 0);
  }

  @Override
  public Step at(long step, float rateFactor) {
    return new Now(step, rate.at(step, rateFactor), descent.correction(step));
  }

  /** One step, with the values that are the same for all parameters. */
  private final class Now implements Step {
    private final long step;
    private final int stamp;
    private final float now;
    private final float correction;

    Now(long step, float now, float correction) {
      this.step = step;
      this.now = now;
      this.correction = correction;
      stamp = (int) (step & EXACT - 1);
    }

    @Override
    public void apply(
        float[] values, float[][] slots, float[] sums, int from, int count, float scale) {
      if (catchesUp) {
        read(values, slots, from, count, values, from);
        Arrays.fill(slots[descent.slots()], from, from + count, stamp + 1 & EXACT - 1);
      }
      descent.move(values, slots, sums, from, count, scale, now, step);
      if (draws()) {
        for (int i = from; i < from + count; i++) {
          values[i] = drawn(values[i], descent.ownRate(slots, i, now, correction));
        }
      }
    }

    @Override
    public boolean owes() {
      return catchesUp;
    }

    @Override
    public void settle(float[] values, float[][] slots, int from, int count) {
      if (catchesUp) {
        read(values, slots, from, count, values, from);
        Arrays.fill(slots[descent.slots()], from, from + count, stamp);
      }
    }

    @Override
    public void read(float[] values, float[][] slots, int from, int count, float[] into, int at) {
      if (!catchesUp) {
        System.arraycopy(values, from, into, at, count);
        return;
      }
      float[] drawn = slots[descent.slots()];
      for (int i = 0; i < count; i++) {
        int owed = owed(drawn[from + i]);
        float number = values[from + i];
        into[at + i] =
            owed == 0 || number == 0
                ? number
                : drawn(number, descent.ownRate(slots, from + i, now, correction), owed);
      }
    }

    /** The number of proximal steps that a parameter owes. */
    private int owed(float drawn) {
      int owed = stamp - (int) drawn & EXACT - 1;
      if (owed > PERIOD) {
        throw new IllegalStateException(
            "a parameter was drawn to zero up to step %d modulo %d, and this is step %d"
                .formatted((long) drawn, EXACT, step));
      }
      return owed;
    }
  }

  /** The value of a parameter after several proximal steps in a row. */
  private float drawn(float number, double by, int times) {
    double lost = Decay.lost(by * l2, times);
    double taken = l2 > 0 ? lost * l1 / l2 : times * by * l1;
    double size = Math.abs(number);
    return (float) Math.copySign(Math.max(0, size - size * lost - taken), number);
  }

  private float drawn(float number, float by) {
    float most = by * l1;
    return (number - Math.clamp(number, -most, most)) / (1 + by * l2);
  }
}
