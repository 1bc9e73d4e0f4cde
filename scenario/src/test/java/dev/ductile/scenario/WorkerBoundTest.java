package dev.ductile.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WorkerBoundTest {
  @ParameterizedTest
  @CsvSource({
    "1, 8, 1",
    "16, 8, 16",
    "4x, 8, 32",
    "0.5x, 5, 2",
    "0.5x, 1, 1",
    "1x, 3, 3",
    "0.29x, 100, 29",
    "1.15x, 100, 115",
    "0.29x, 99, 28"
  })
  void aBoundIsANumberOrAMultiple(String text, int asked, int workers) {
    assertThat(WorkerBound.read(text).orElseThrow().of(asked)).isEqualTo(workers);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "-1", "1.5", "4 x", "4X", "1e3", "12345678", "4xx"})
  void anyOtherTextIsNone(String text) {
    assertThat(WorkerBound.read(text)).isEmpty();
  }

  @Test
  void aBoundIsAtLeastOneWorker() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WorkerBound.read("0"))
        .withMessageContaining("between 1 and 1000000");
  }
}
