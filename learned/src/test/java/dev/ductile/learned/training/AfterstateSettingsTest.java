package dev.ductile.learned.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class AfterstateSettingsTest {
  private static final AfterstateSettings SETTINGS =
      new AfterstateSettings(0.6, 0.12, 10, 0.2, 1, 20, 5, 0.5, 2, 32, 2000, 0);

  @Test
  void ratesAndTemperatureFallWithTheChanges() {
    assertThat(SETTINGS.policyStep(0).adam().learningRate()).isEqualTo(0.6);
    assertThat(SETTINGS.policyStep(10).adam().learningRate()).isCloseTo(0.3, within(1e-12));
    assertThat(SETTINGS.valueOptimiser(10).learningRate()).isCloseTo(0.06, within(1e-12));
    assertThat(SETTINGS.temperature(10)).isCloseTo(0.1, within(1e-12));
    assertThat(SETTINGS.valueOptimiser(20).learningRate()).isCloseTo(0.04, within(1e-12));
  }
}
