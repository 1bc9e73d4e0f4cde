package dev.ductile.models.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PhaseTimesTest {
  @Test
  void anOutlierDoesNotCount() {
    double[] seconds = {1, 1.1, 0.9, 1, 1, 1.1, 0.9, 1, 1, 50};
    MeasurementSummary spread = MeasurementSummary.of(seconds);

    assertThat(spread.mean()).isCloseTo(1.0125, within(1e-12));
    assertThat(spread.median()).isEqualTo(1);
    assertThat(spread.quarter()).isEqualTo(1);
    assertThat(spread.threeQuarters()).isCloseTo(1.075, within(1e-12));
    assertThat(spread.count()).isEqualTo(10);
  }

  /** The claim of the interval: it holds the true mean nine times out of ten. */
  @Test
  void theErrorHoldsTheTruthNineTimesOutOfTen() {
    int held = 0;
    for (long seed = 0; seed < 1000; seed++) {
      var random = new Random(seed);
      var steps = new ArrayList<PhaseTimes.Step>();
      for (int i = 0; i < 200; i++) {
        steps.add(
            new PhaseTimes.Step(
                0.07 + 0.01 * random.nextGaussian(),
                0.03 + 0.002 * random.nextGaussian(),
                0.07 + 0.01 * random.nextGaussian(),
                0.02 + 0.001 * random.nextGaussian()));
      }
      PhaseTimes times = PhaseTimes.of(steps);
      held += Math.abs(times.seconds() - 0.19) <= times.error() * times.seconds() ? 1 : 0;
    }
    assertThat(held).isBetween(860, 940);
  }

  @Test
  void impossibleTimesAreRefused() {
    assertThatThrownBy(() -> new PhaseTimes.Step(0.1, Double.NaN, 0.1, 0))
        .hasMessageContaining("worker must be a finite number of seconds")
        .hasMessageContaining("NaN");
    assertThatThrownBy(() -> new PhaseTimes.Step(-0.1, 0, 0.1, 0))
        .hasMessageContaining("downlink")
        .hasMessageContaining("-0.1");
    assertThatThrownBy(() -> PhaseTimes.of(List.of(new PhaseTimes.Step(0, 0, 0, 0))))
        .hasMessageContaining("must take time");
    assertThatThrownBy(() -> MeasurementSummary.of()).hasMessageContaining("at least one");
    assertThatThrownBy(() -> MeasurementSummary.of(1, Double.NaN)).hasMessageContaining("NaN");
  }
}
