package dev.ductile.learned.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Seed;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValueScaleTest {
  @ParameterizedTest
  @EnumSource
  void theValueOfAnOutputIsTheValueThatItStandsFor(ValueScale scale) {
    RandomGenerator random = new Seed(1).stream("test");
    for (int i = 0; i < 1000; i++) {
      double value = -Math.exp(random.nextDouble(-6, 19));
      assertThat(scale.value(scale.output(value))).isCloseTo(value, within(-1e-9 * value));
    }
  }

  @ParameterizedTest
  @EnumSource
  void unequalValuesHaveUnequalOutputs(ValueScale scale) {
    assertThat(scale.output(-2)).isNotEqualTo(scale.output(-3));
    assertThat(scale.value(scale.output(-2))).isGreaterThan(scale.value(scale.output(-3)));
  }

  @Test
  void aProductOfLossesIsASumOnTheLogarithmicScale() {
    ValueScale scale = ValueScale.LOGARITHM_OF_LOSS;
    assertThat(scale.output(-6)).isCloseTo(scale.output(-2) + scale.output(-3), within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1e-9, 5})
  void aValueWithoutLossIsTheLeastLoss(double value) {
    ValueScale scale = ValueScale.LOGARITHM_OF_LOSS;
    assertThat(scale.value(scale.output(value))).isCloseTo(-1e-3, within(1e-12));
  }

  @Test
  void anyOutputHasAFiniteValue() {
    assertThat(ValueScale.LOGARITHM_OF_LOSS.value(1000)).isEqualTo(-Math.exp(20));
  }
}
