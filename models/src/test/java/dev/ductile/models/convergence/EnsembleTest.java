package dev.ductile.models.convergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EnsembleTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void aCurveOfOneOfItsShapesIsForecast(long seed) {
    CurveShape truth = CurveShapes.get(new Random(seed).nextInt(CurveShapes.count()));
    LossHistory history = history(400, step -> 3 * truth.height((step + 0.5) / 401));

    Ensemble found = Ensemble.fit(history).orElseThrow();

    for (int step = 200; step <= 800; step += 100) {
      double expected = 3 * truth.height((step + 0.5) / 401);
      assertThat(StrictMath.log(found.loss(step) / expected))
          .as("seed %d, step %d, %s", seed, step, truth)
          .isCloseTo(0, within(0.25));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void aForecastNeverRisesAndItsQuantilesAreOrdered(long seed) {
    Ensemble curve = Ensemble.fit(noisy(seed, 1, 0)).orElseThrow();

    for (int step = 1; step < 4000; step += 37) {
      assertThat(curve.loss(step + 37)).as("seed %d", seed).isLessThanOrEqualTo(curve.loss(step));
      assertThat(curve.chance(0.5, step + 37))
          .as("seed %d", seed)
          .isBetween(curve.chance(0.5, step), 1.0);
      assertThat(curve.chance(0.4, step)).isLessThanOrEqualTo(curve.chance(0.5, step));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void theUnitOfTheLossChangesNothing(long seed) {
    Ensemble one = Ensemble.fit(noisy(seed, 1, 0)).orElseThrow();
    Ensemble thousand = Ensemble.fit(noisy(seed, 1000, 0)).orElseThrow();

    for (int step = 1; step < 4000; step += 37) {
      assertThat(thousand.loss(step) / one.loss(step))
          .as("seed %d", seed)
          .isCloseTo(1000, within(1e-6));
      assertThat(thousand.chance(500, step))
          .as("seed %d", seed)
          .isCloseTo(one.chance(0.5, step), within(1e-9));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void aNegativeLossIsForecastToo(long seed) {
    Ensemble curve = Ensemble.fit(noisy(seed, 1, -2)).orElseThrow();

    assertThat(curve.loss(600)).as("seed %d", seed).isBetween(-2.2, -0.5);
    assertThat(curve.chance(-1e6, 600)).isZero();
  }

  @Test
  void theStandardShapeHasHeightOneAtPresentAndIsInvertedExactly() {
    for (int i = 0; i < CurveShapes.count(); i += 7) {
      CurveShape shape = CurveShapes.get(i);
      double height = shape.height(1.7);

      assertThat(shape.height(1)).as("%s", shape).isCloseTo(1, within(1e-12));
      assertThat(shape.time(height)).as("%s", shape).isCloseTo(1.7, within(1e-6));
      assertThat(shape.time(shape.floor())).isEqualTo(Double.POSITIVE_INFINITY);
    }
  }

  @Test
  void tooFewLossesGiveNoEnsemble() {
    assertThat(Ensemble.fit(history(Ensemble.FEWEST - 1, _ -> 1))).isEmpty();
    assertThat(Ensemble.fit(history(Ensemble.FEWEST, _ -> 1))).isPresent();
  }

  @Test
  void itsParametersAreThoseOfTheLikeliestShape() {
    var truth = new CurveShape(1, 0.4, 1, 0);
    LossHistory history = history(400, step -> 3 * truth.height((step + 0.5) / 401));

    assertThat(Ensemble.fit(history).orElseThrow().parameters())
        .containsOnlyKeys("power", "knee", "sharpness", "floor", "weight")
        .containsEntry("power", 1.0)
        .containsEntry("sharpness", 1.0)
        .hasEntrySatisfying("knee", knee -> assertThat(knee).isCloseTo(160, within(1.0)));
  }

  static LossHistory history(int steps, DoubleUnaryOperator loss) {
    var history = new LossHistory();
    for (int step = 1; step <= steps; step++) {
      history.add(step, loss.applyAsDouble(step));
    }
    return history;
  }

  private static LossHistory noisy(long seed, double unit, double shift) {
    var chance = new Random(seed);
    double pace = 20 + 100 * chance.nextDouble();
    return history(
        300,
        step ->
            unit
                * (shift
                    + (0.3 + 2 / (1 + step / pace)) * StrictMath.exp(0.1 * chance.nextGaussian())));
  }
}
