package dev.ductile.reports;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AxisLabelTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0.0, 0",
    "0.993576017130621, 0.9936",
    "20.000000000000004, 20",
    "0.05, 0.05",
    "12.5, 12.5",
    "2000, 2000",
    "1e7, 10000000",
    "-1.5, -1.5"
  })
  void aNumberHasAtMostFourDigits(double value, String label) {
    assertThat(AxisLabel.number(value)).isEqualTo(label);
    assertThat(AxisLabel.percent(value)).isEqualTo(label + "%");
  }

  @ParameterizedTest
  @CsvSource({
    "0.1, true",
    "0.02, true",
    "5, true",
    "20, true",
    "1000, true",
    "0.3, false",
    "15, false",
    "40, false"
  })
  void valuesOfOneDecadeHaveThreeLabels(double value, boolean isLabelled) {
    assertThat(AxisLabel.oneTwoFive(value).isBlank()).isEqualTo(!isLabelled);
  }
}
