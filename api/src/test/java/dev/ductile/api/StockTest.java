package dev.ductile.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.math.BigDecimal;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class StockTest {
  private static final int SEEDS = 5000;

  /** A sum in two doubles keeps about thirty digits of its largest amount. */
  private static final double LOST = 1e-30;

  @Test
  void wholeAmountsAreCountedToTheLastOne() {
    Stock bytes = Stock.of(100e9);
    assertThat(bytes.covers(33_333_333_334.0, 3)).isFalse();
    assertThat(bytes.covers(33_333_333_333.0, 3)).isTrue();
    assertThat(bytes.times(33_333_333_334.0, 9)).isEqualTo(2);
    bytes.take(33_333_333_334.0, 2);
    assertThat(bytes.covers(33_333_333_333.0, 1)).isFalse();
    assertThat(bytes.covers(33_333_333_332.0, 1)).isTrue();
    assertThat(Stock.of(0x1p53).covers(0x1p52, 1, 0x1p52 + 1, 1)).isFalse();
    assertThat(Stock.of(0x1p53).covers(0x1p52, 1, 0x1p52, 1)).isTrue();
  }

  @Test
  void aZeroAmountIsAlwaysCovered() {
    Stock overdrawn = Stock.of(1, -5);
    assertThat(overdrawn.covers(0, 7)).isTrue();
    assertThat(overdrawn.covers(3, 0)).isTrue();
    assertThat(overdrawn.covers(1e-300, 1)).isFalse();
    assertThat(overdrawn.times(0, 7)).isEqualTo(7);
    assertThat(Stock.of(8).covers(Double.MAX_VALUE, 1_000_000)).isFalse();
  }

  /** Tenths, one by one: together they may take a billionth more, but not one more tenth. */
  @Test
  void roundingOfFractionsIsToleratedOnceAndNotForEachTask() {
    Stock one = Stock.of(1);
    for (int task = 0; task < 10; task++) {
      assertThat(one.covers(0.1, 1)).isTrue();
      one.take(0.1, 1);
    }
    for (int task = 0; task < 100; task++) {
      if (one.covers(1e-10, 1)) {
        one.take(1e-10, 1);
      }
    }
    assertThat(one.left()).isBetween(-1e-9, 0.0);
    assertThat(one.covers(1e-10, 1)).isFalse();
  }

  /** The exact rule, in decimal numbers and without the code under test. */
  @Test
  void coversTheSameAmountsAsExactArithmetic() {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomGenerator random = new Seed(seed).stream("stock");
      double whole = amount(random);
      Stock stock = Stock.of(whole);
      BigDecimal left = new BigDecimal(whole);
      for (int step = 0; step < 20; step++) {
        double each = random.nextInt(4) == 0 ? amount(random) : whole / random.nextInt(1, 9);
        double other = amount(random) * 1e-3;
        int times = random.nextInt(4);
        int others = random.nextInt(3);
        BigDecimal needed = times(each, times).add(times(other, others));
        String as = "seed %d, step %d: %s of %s".formatted(seed, step, needed, left);
        boolean covered = stock.covers(each, times, other, others);
        assertThat(covered).as(as).isEqualTo(isCovered(left, needed, whole));
        if (covered) {
          stock.take(each, times);
          stock.take(other, others);
          left = left.subtract(needed);
        }
        double lost = Math.ulp(left.doubleValue()) + LOST * whole;
        assertThat(stock.left()).as(as).isCloseTo(left.doubleValue(), offset(lost));
        assertTimes(stock, each, as);
      }
    }
  }

  @Test
  void aReleasedAmountIsFreeAgain() {
    Stock stock = Stock.of(8, 5);
    stock.take(2, 2);
    Stock copy = stock.copy();
    copy.take(1, 1);
    stock.give(2, 2);
    assertThat(stock.left()).isEqualTo(5);
    assertThat(copy.left()).isZero();
    assertThat(copy.most()).isEqualTo(8e-9);
  }

  private static void assertTimes(Stock stock, double each, String as) {
    int times = stock.times(each, 50);
    assertThat(stock.covers(each, times)).as(as).isEqualTo(times > 0 || stock.covers(each, 0));
    assertThat(times == 50 || !stock.covers(each, times + 1)).as(as).isTrue();
  }

  private static boolean isCovered(BigDecimal left, BigDecimal needed, double whole) {
    var slack = new BigDecimal(Math.min(1e-3, 1e-9 * Math.max(1, whole)));
    return needed.signum() == 0 || left.add(slack).compareTo(needed) >= 0;
  }

  private static BigDecimal times(double each, int times) {
    return new BigDecimal(each).multiply(BigDecimal.valueOf(times));
  }

  private static double amount(RandomGenerator random) {
    double[] amounts = {1, 8, 0.3, 1 / 3.0, 2.5, 64, 1e6, 100e9, 100e9 + 1, 0x1p53, 1e18 / 3, 1e18};
    return amounts[random.nextInt(amounts.length)];
  }
}
