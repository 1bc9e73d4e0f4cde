package dev.ductile.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class EstimateTest {
  @Test
  void an_error_is_a_factor_in_both_directions() {
    assertThat(Estimate.within(0.25, 10)).isEqualTo(new Estimate(10, 8, 12.5));
  }

  @Test
  void the_range_of_an_estimate_contains_its_speed() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Estimate(1, 2, 3));
    assertThatIllegalArgumentException().isThrownBy(() -> new Estimate(Double.NaN, 0, 1));
  }
}
