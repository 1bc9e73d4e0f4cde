package dev.ductile.answers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.scenario.Question;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The sentences below a table of speeds. */
final class PredictionAnswerTest {
  @Test
  void beyondTheFastestSizeMoreWorkersAreNoFaster() {
    assertThat(summary(where -> 400.0 / where.workers(), 1, 2))
        .contains("Knee: 1 worker; more workers are no faster.");
  }

  @Test
  void aKneeBetweenTheRowsHasItsSpeed() {
    assertThat(summary(where -> where.workers() < 3 ? where.workers() : 3 + 1e-3, 1, 2, 4, 8))
        .contains("Knee: 3 workers; ", ".\nIt is not in the table: 3.001 steps/s.\n");
  }

  private static String summary(Speed speed, int... workers) {
    var sizes = IntStream.of(workers).mapToObj(Size::workers).toList();
    return PredictionAnswer.of(new Question(speed, sizes, OptionalInt.empty()), 0.05).summary();
  }
}
