package dev.ductile.reports;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class UnitTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0s",
    "0.0004, 0s",
    "0.25, 0.25s",
    "0.9996, 1s",
    "9.96, 10s",
    "59.94, 59.9s",
    "59.96, 1m",
    "3599.4, 59m 59s",
    "3599.6, 1h",
    "15120, 4h 12m",
    "86369, 23h 59m",
    "86370, 1d",
    "4000000, 46d 7h",
    "-15120, -4h 12m",
    "-0.0001, 0s",
    "NaN, -",
    "Infinity, never"
  })
  void durationsAreForPeople(double seconds, String text) {
    assertThat(Unit.SECONDS.text(seconds)).isEqualTo(text);
  }

  @Test
  void otherUnitsAreRounded() {
    assertThat(Unit.SHARE.text(0.7351)).isEqualTo("73.5%");
    assertThat(Unit.RATIO.text(1.256)).isEqualTo("1.26");
    assertThat(Unit.RATIO.text(1234.5)).isEqualTo("1235");
    assertThat(Unit.COUNT.text(12_345)).isEqualTo("12,345");
    assertThat(Unit.COUNT.text(2.5)).isEqualTo("2.5");
  }
}
