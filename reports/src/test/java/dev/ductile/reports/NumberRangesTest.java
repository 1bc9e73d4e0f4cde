package dev.ductile.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class NumberRangesTest {
  @Test
  void neighboursAreOneRange() {
    assertThat(NumberRanges.text(LongStream.rangeClosed(1, 163).boxed().toList()))
        .isEqualTo("1\u2013163");
    assertThat(NumberRanges.text(List.of(1L, 2L, 5L, 6L, 7L, 3L))).isEqualTo("1, 2, 5\u20137, 3");
    assertThat(NumberRanges.text(List.of(7L))).isEqualTo("7");
    assertThat(NumberRanges.text(List.of())).isEmpty();
  }
}
