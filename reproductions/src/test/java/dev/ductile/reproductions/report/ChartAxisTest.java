package dev.ductile.reproductions.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.simulator.Interval;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChartAxisTest {
  @Test
  void ticksAreRoundNumbersAndTheLastIsAboveAll() {
    ChartAxis ruler =
        ChartAxis.of(DoubleStream.of(3, 11.2, Double.NaN), true, false, 100, 0).rounded(6);

    assertThat(ruler.ticks(6)).containsExactly(0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0);
    assertThat(ruler.at(0)).isEqualTo(100);
    assertThat(ruler.at(12)).isZero();
    assertThat(ruler.at(6)).isEqualTo(50);
  }

  @Test
  void valuesBelowZeroHaveTheirPlace() {
    ChartAxis ruler = ChartAxis.of(DoubleStream.of(-3, 5), true, false, 0, 1).rounded(4);

    assertThat(ruler.ticks(4)).containsExactly(-4.0, -2.0, 0.0, 2.0, 4.0, 6.0);
  }

  @Test
  void aLogarithmicAxisHasDecadesAndOnAShortRangeMoreTicks() {
    ChartAxis wide = ChartAxis.of(DoubleStream.of(0.5, 0, 20_000), true, true, 0, 10);
    ChartAxis narrow = ChartAxis.of(DoubleStream.of(1, 60), true, true, 0, 10);

    assertThat(wide.ticks(5)).containsExactly(1.0, 10.0, 100.0, 1000.0, 10_000.0);
    assertThat(narrow.ticks(5)).containsExactly(1.0, 2.0, 5.0, 10.0, 20.0, 50.0);
    assertThat(wide.at(0.5)).isZero();
    assertThat(wide.at(20_000)).isEqualTo(10);
  }

  @Test
  void anAxisWithoutValuesIsDrawn() {
    assertThat(ChartAxis.of(DoubleStream.empty(), true, false, 0, 1).rounded(5).ticks(5))
        .isNotEmpty();
    assertThat(ChartAxis.of(DoubleStream.of(0, 0), true, false, 0, 1).rounded(5).ticks(5))
        .contains(0.0);
  }

  @ParameterizedTest
  @CsvSource({
    "5.23560, 5.236",
    "12, 12",
    "43.849, 43.85",
    "123456.7, 123457",
    "0.00012345, 0.0001235",
    "0.000012345, 1.235e-05",
    "NaN, -",
    "-2.5, -2.500"
  })
  void numbersHaveFourDigits(double value, String text) {
    assertThat(NumberText.text(value)).isEqualTo(text);
  }

  @Test
  void aGivenNumberIsWrittenWithoutRoundingErrors() {
    assertThat(NumberText.given(6.2)).isEqualTo("6.2");
    assertThat(NumberText.given(0.1 + 0.2)).isEqualTo("0.3");
    assertThat(NumberText.given(0)).isEqualTo("0");
  }

  @Test
  void aMeanAndItsIntervalEndAtTheSamePlace() {
    assertThat(NumberText.text(new Interval(43.849, 42.6, 45.1, 5))).isEqualTo("43.85 ± 1.25");
    assertThat(NumberText.text(new Interval(43.849, Double.NaN, Double.NaN, 1))).isEqualTo("43.85");
    assertThat(NumberText.text(new Interval(6.13, 6.13, 6.13, 5))).isEqualTo("6.130");
  }
}
