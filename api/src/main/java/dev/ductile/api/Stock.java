package dev.ductile.api;

/**
 * The free amount of one resource, from which tasks take. Sums are exact, so whole amounts are
 * counted to the last one. Of fractions, all tasks together may take a billionth more than the
 * first amount, and never more than a thousandth of a unit.
 */
public final class Stock {
  /** Two sums of doubles that differ by a larger share than this are truly different. */
  private static final double DOUBT = 1e-12;

  private final double slack;
  private final ExactSum left;

  private Stock(double slack, ExactSum left) {
    this.slack = slack;
    this.left = left;
  }

  /** This amount of a resource, all of it free. */
  public static Stock of(double whole) {
    return of(whole, whole);
  }

  /**
   * A resource that is partly taken.
   *
   * @param whole the amount at first
   */
  public static Stock of(double whole, double left) {
    return new Stock(Resources.rounding(whole), new ExactSum(left, 0));
  }

  /** The exact free amount of a resource in a cluster. */
  static Stock of(double whole, ExactSum left) {
    return new Stock(Resources.rounding(whole), left.copy());
  }

  /** A copy with the same amount. */
  public Stock copy() {
    return new Stock(slack, left.copy());
  }

  /** The free amount as the nearest double; negative if too much was taken. */
  public double left() {
    return left.value();
  }

  /** The free amount and the forgiven rounding. */
  public double most() {
    return left.value() + slack;
  }

  /** Whether it covers this multiple of an amount; a zero amount is always covered. */
  public boolean covers(double each, int times) {
    return covers(each, times, 0, 0);
  }

  /** Whether it covers the needs of two kinds of tasks together. */
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

  /** How many times it covers an amount, at most {@code most}. */
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
