package dev.ductile.api;

/**
 * What is left of one resource that tasks take. Amounts are added up without rounding: whole
 * amounts are counted to the last one. Of fractions all tasks together may take a billionth more
 * than there was at first, and never more than a thousandth of one.
 */
public final class Stock {
  /** Two sums of doubles that differ by a larger part than this differ in truth. */
  private static final double DOUBT = 1e-12;

  private final double slack;
  private final ExactSum left;

  private Stock(double slack, ExactSum left) {
    this.slack = slack;
    this.left = left;
  }

  /** So much of a resource, of which nothing is taken. */
  public static Stock of(double whole) {
    return of(whole, whole);
  }

  /**
   * A resource of which something is taken already.
   *
   * @param whole what there was at first
   */
  public static Stock of(double whole, double left) {
    return new Stock(Resources.rounding(whole), new ExactSum(left, 0));
  }

  /** What a cluster has left of a resource, exactly. */
  static Stock of(double whole, ExactSum left) {
    return new Stock(Resources.rounding(whole), left.copy());
  }

  /** As much of the same, to be taken from apart. */
  public Stock copy() {
    return new Stock(slack, left.copy());
  }

  /** What is left as the nearest number; below zero where too much was taken. */
  public double left() {
    return left.value();
  }

  /** What is left and what may be taken beyond that. */
  public double most() {
    return left.value() + slack;
  }

  /** Whether there is enough for so many times an amount; nothing is always there. */
  public boolean covers(double each, int times) {
    return covers(each, times, 0, 0);
  }

  /** Whether there is enough for tasks of two kinds together. */
  public boolean covers(double each, int times, double other, int otherTimes) {
    double needed = each * times + other * otherTimes;
    if (needed <= 0) {
      return true;
    }
    double rest = left.value() - needed;
    double doubt = DOUBT * (Math.abs(left.value()) + needed);
    if (rest > doubt || rest < -slack - doubt) {
      return rest > doubt;
    }
    ExactSum exact = left.copy();
    exact.add(each, -times);
    exact.add(other, -otherTimes);
    return exact.value() >= -slack;
  }

  /** How many times there is enough for an amount, {@code most} at most. */
  public int times(double each, int most) {
    if (covers(each, most)) {
      return most;
    }
    int times = (int) Math.clamp(Math.floor(most() / each), 0, most);
    while (times < most && covers(each, times + 1)) {
      times++;
    }
    while (times > 0 && !covers(each, times)) {
      times--;
    }
    return times;
  }

  public void take(double each, int times) {
    left.add(each, -times);
  }

  public void give(double each, int times) {
    left.add(each, times);
  }
}
