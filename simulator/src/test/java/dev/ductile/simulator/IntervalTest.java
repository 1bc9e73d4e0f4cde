package dev.ductile.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class IntervalTest {
  @Test
  void theIntervalIsStudentsIntervalOfTheMean() {
    Interval interval = Interval.of(new double[] {1, 2, 3, 4, 5});

    // The 97.5 % quantile of Student's t with four degrees of freedom is 2.776445.
    double half = 2.776445 * Math.sqrt(2.5 / 5);
    assertThat(interval.mean()).isEqualTo(3);
    assertThat(interval.low()).isCloseTo(3 - half, within(1e-5));
    assertThat(interval.high()).isCloseTo(3 + half, within(1e-5));
  }

  @Test
  void theIntervalOfASingleSeedIsOpen() {
    Interval interval = Interval.of(new double[] {7});

    assertThat(interval.mean()).isEqualTo(7);
    assertThat(interval.relativeHalfWidth()).isNaN();
    assertThat(interval.excludesZero()).isFalse();
  }
}
