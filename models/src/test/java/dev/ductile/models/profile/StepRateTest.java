package dev.ductile.models.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class StepRateTest {
  @Test
  void aSteadyProgramHasNoError() {
    var marks = new ArrayList<StepRate.Mark>();
    for (int i = 0; i < 50; i++) {
      marks.add(new StepRate.Mark(100 + i * 0.25, 7 + i));
    }
    StepRate rate = StepRate.of(marks);

    assertThat(rate.stepsPerSecond()).isCloseTo(4, within(1e-9));
    assertThat(rate.steps()).isEqualTo(49);
    assertThat(rate.error()).isCloseTo(0, within(1e-9));
  }

  @Test
  void theErrorHoldsTheTruthNineTimesOutOfTen() {
    int held = 0;
    for (long seed = 0; seed < 1000; seed++) {
      var random = new Random(seed);
      var marks = new ArrayList<StepRate.Mark>();
      double now = 0;
      for (int i = 0; i <= 100; i++) {
        marks.add(new StepRate.Mark(now, i));
        now += 0.1 + 0.02 * random.nextGaussian();
      }
      StepRate rate = StepRate.of(marks);
      held += Math.abs(rate.stepsPerSecond() - 10) <= rate.error() * 10 ? 1 : 0;
    }
    assertThat(held).isBetween(860, 940);
  }

  @Test
  void tooFewStepsAreRefused() {
    assertThatThrownBy(() -> StepRate.of(List.of(new StepRate.Mark(0, 1))))
        .hasMessage("1 steps are too few to measure a speed; at least 3 are needed");
  }

  @Test
  void workersThatAreAlikeAreOneClass() {
    var fast = new PhaseTimes.Step(0.07, 0.03, 0.07, 0.02);
    var hardlySlower = new PhaseTimes.Step(0.07, 0.04, 0.07, 0.02);
    var slow = new PhaseTimes.Step(0.07, 0.12, 0.07, 0.02);
    List<WorkerClass> classes =
        WorkerClass.of(Map.of("c", List.of(slow), "a", List.of(fast), "b", List.of(hardlySlower)));

    assertThat(classes)
        .extracting(WorkerClass::workers)
        .containsExactly(List.of("a", "b"), List.of("c"));
    assertThat(classes.getFirst().times().worker().mean()).isCloseTo(0.035, within(1e-12));
    assertThat(classes.getLast().times().worker().mean()).isEqualTo(0.12);
  }
}
