package dev.ductile.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class EstimateTest {
  @Test
  void anErrorIsAFactorInBothDirections() {
    assertThat(Estimate.within(0.25, 10)).isEqualTo(new Estimate(10, 8, 12.5));
  }

  @Test
  void anExactEstimateHasNoRange() {
    assertThat(Estimate.exactly(3)).isEqualTo(new Estimate(3, 3, 3));
    assertThat(Estimate.exactly(0)).isEqualTo(new Estimate(0, 0, 0));
  }

  @Test
  void theRangeOfAnEstimateContainsItsSpeed() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Estimate(1, 2, 3));
    assertThatIllegalArgumentException().isThrownBy(() -> new Estimate(Double.NaN, 0, 1));
  }
}
