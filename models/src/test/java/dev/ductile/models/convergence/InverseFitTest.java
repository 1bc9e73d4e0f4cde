package dev.ductile.models.convergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class InverseFitTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void aCurveOfItsOwnFormIsFoundAgain(long seed) {
    var chance = new Random(seed);
    var truth =
        new InverseCurve(
            0.002 + 0.02 * chance.nextDouble(), 0.2 + chance.nextDouble(), chance.nextDouble());

    InverseCurve found = InverseFit.fit(history(truth, 400, 1)).orElseThrow();

    double fall = truth.loss(1) - truth.loss(400);
    for (int step = 1; step <= 2000; step += 100) {
      assertThat(found.loss(step))
          .as("seed %d, step %d, %s", seed, step, found)
          .isCloseTo(truth.loss(step), within(0.05 * fall));
    }
  }

  @Test
  void withoutAFloorTheParametersAreExact() {
    var truth = new InverseCurve(0.01, 0.4, 0);

    InverseCurve found = InverseFit.fit(history(truth, 300, 1)).orElseThrow();

    assertThat(found.b0()).isCloseTo(0.01, within(1e-9));
    assertThat(found.b1()).isCloseTo(0.4, within(1e-9));
    assertThat(found.step(truth.loss(1000)).orElseThrow()).isCloseTo(1000, within(1e-3));
  }

  @Test
  void theUnitOfTheLossChangesNothing() {
    var truth = new InverseCurve(0.01, 0.4, 0.3);
    InverseCurve one = InverseFit.fit(history(truth, 300, 1)).orElseThrow();
    InverseCurve thousand = InverseFit.fit(history(truth, 300, 1000)).orElseThrow();

    assertThat(thousand.loss(700)).isCloseTo(1000 * one.loss(700), within(1e-6));
  }

  @Test
  void aSpikeDoesNotChangeTheFit() {
    var truth = new InverseCurve(0.01, 0.4, 0);
    LossHistory history = history(truth, 100, 1);
    history.add(101, 1000);
    for (int step = 102; step <= 300; step++) {
      history.add(step, truth.loss(step));
    }

    assertThat(InverseFit.fit(history).orElseThrow().b0()).isCloseTo(0.01, within(1e-3));
  }

  @Test
  void aLossThatRisesHasNoSuchCurve() {
    var rising = new LossHistory();
    for (int step = 1; step <= 50; step++) {
      rising.add(step, step);
    }

    assertThat(InverseFit.fit(rising)).isEmpty();
    assertThat(InverseFit.fit(new LossHistory())).isEmpty();
  }

  /** The reciprocal of a tiny loss may be infinite. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-290, 1e-300, 1e-305, 1e-308, 1e-310, 1e-320})
  void tinyLossesAreFittedOrRefused(double unit) {
    var truth = new InverseCurve(0.01, 0.4, 0.3);

    InverseFit.fit(history(truth, 100, unit))
        .ifPresent(curve -> assertThat(curve.loss(50)).isBetween(0.0, 1e3 * unit));
  }

  @Test
  void aTargetBelowTheFloorIsNeverReached() {
    assertThat(new InverseCurve(1, 1, 0.5).step(0.5)).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> new InverseCurve(0, 1, 0));
  }

  private static LossHistory history(InverseCurve truth, int steps, double unit) {
    var history = new LossHistory();
    for (int step = 1; step <= steps; step++) {
      history.add(step, unit * truth.loss(step));
    }
    return history;
  }
}
