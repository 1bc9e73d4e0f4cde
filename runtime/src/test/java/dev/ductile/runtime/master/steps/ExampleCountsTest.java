package dev.ductile.runtime.master.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class ExampleCountsTest {
  private static final int EPOCH_STEPS = 7;

  @Test
  void stepsOfAnEpochHaveAllExamplesOnce() {
    var counts = new ExampleCounts(2);
    counts.count(0, 10);
    assertThat(counts.areKnown()).isFalse();
    counts.count(1, 11);

    assertThat(counts.list()).containsExactly(10, 11);
    assertThat(
            LongStream.range(EPOCH_STEPS, 2 * EPOCH_STEPS)
                .map(step -> counts.ofStep(step, EPOCH_STEPS))
                .sum())
        .isEqualTo(counts.sum());
  }

  @Test
  void contradictoryCountsAreRefused() {
    var counts = new ExampleCounts(2);
    counts.count(0, 10);
    counts.count(0, 10);

    assertThatThrownBy(() -> counts.count(0, 11)).hasMessage("split 0 has 10 examples and not 11");
    assertThatThrownBy(() -> counts.count(2, 1)).hasMessage("split 2 cannot have 1 examples");
    assertThatThrownBy(() -> counts.count(1, -1)).hasMessage("split 1 cannot have -1 examples");
  }
}
