package dev.ductile.runtime.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.parameters.Rule;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class OptimizersTest {
  private static final double RATE = 0.1;

  private static OptimizerSpec spec(OptimizerSpec.Kind kind, double rate, double decay) {
    return new OptimizerSpec(kind, rate, 0.9, 0.9, 0.999, 1e-8, decay);
  }

  private static Optimizer weight(OptimizerSpec spec, double l1, double l2) {
    return all(spec, l1, l2).getFirst();
  }

  private static List<Optimizer> all(OptimizerSpec spec, double l1, double l2) {
    var model = new ModelSpec(ModelSpec.Kind.LASSO, 0, List.of(), l1, l2, 1, true);
    return Optimizers.of(spec, model, Models.of(model, 3, false, 0));
  }

  /** The value of one number after these gradient sums of two examples each. */
  private static double[] path(Optimizer optimizer, double begin, double... sums) {
    float[] values = {(float) begin};
    float[][] slots = new float[optimizer.slots()][1];
    double[] path = new double[sums.length];
    for (int t = 0; t < sums.length; t++) {
      optimizer.at(t, 1).apply(values, slots, new float[] {(float) sums[t]}, 0, 1, 0.5f);
      path[t] = values[0];
    }
    return path;
  }

  private static void assertPath(double[] path, double... expected) {
    assertThat(path).containsExactly(expected, within(1e-6));
  }

  @Test
  void sgdStepsAgainstTheMeanGradient() {
    assertPath(path(weight(spec(OptimizerSpec.Kind.SGD, RATE, 0), 0, 0), 1, 2, -4), 0.9, 1.1);
  }

  @Test
  void theRateDecays() {
    var optimizer = weight(spec(OptimizerSpec.Kind.SGD, RATE, 1), 0, 0);
    assertPath(path(optimizer, 1, 2, 2, 2), 0.9, 0.85, 0.85 - 0.1 / 3);
  }

  @Test
  void momentumKeepsAShareOfItsLastStep() {
    var optimizer = weight(spec(OptimizerSpec.Kind.MOMENTUM, RATE, 0), 0, 0);
    assertPath(path(optimizer, 1, 2, 2), 0.9, 0.9 - 0.1 * 1.9);
  }

  @Test
  void stepsOfAdagradBecomeSmaller() {
    var optimizer = weight(spec(OptimizerSpec.Kind.ADAGRAD, RATE, 0), 0, 0);
    assertPath(path(optimizer, 1, 6, 8), 0.9, 0.9 - 0.1 * 4 / 5);
  }

  @Test
  void adamCorrectsTheBiasOfItsMeans() {
    var optimizer = weight(spec(OptimizerSpec.Kind.ADAM, RATE, 0), 0, 0);
    double mean = (0.9 * 0.1 * 1 + 0.1 * 3) / (1 - 0.81);
    double square = (0.999 * 0.001 * 1 + 0.001 * 9) / (1 - 0.999 * 0.999);
    assertPath(path(optimizer, 1, 2, 6), 0.9, 0.9 - 0.1 * mean / Math.sqrt(square));
  }

  @Test
  void proximalStepStopsAtZero() {
    var optimizer = weight(spec(OptimizerSpec.Kind.SGD, RATE, 0), 0.5, 0);
    assertPath(path(optimizer, 0.12, 0, 0, 0), 0.07, 0.02, 0);
    assertPath(path(optimizer, -0.12, 0, 0, 0), -0.07, -0.02, 0);
  }

  @Test
  void aRidgeStepDoesNotOvershootZero() {
    var optimizer = weight(spec(OptimizerSpec.Kind.SGD, 100, 0), 0, 3);
    assertPath(path(optimizer, 301, 0), 1);
  }

  @Test
  void theBiasIsNotRegularised() {
    var bias = all(spec(OptimizerSpec.Kind.SGD, RATE, 0), 5, 5).get(1);
    assertPath(path(bias, 1, 0), 1);
  }

  /** min (w - 2)^2 / 2 + |w| / 2 + w^2 / 4 is at w = (2 - 1/2) / (1 + 1/2) = 1. */
  @ParameterizedTest
  @EnumSource(names = "NEWTON", mode = EnumSource.Mode.EXCLUDE)
  void everyOptimizerStaysAtTheMinimum(OptimizerSpec.Kind kind) {
    var optimizer = weight(spec(kind, kind == OptimizerSpec.Kind.ADAGRAD ? 1 : 0.02, 0), 0.5, 0.5);
    float[] values = {-3};
    float[][] slots = new float[optimizer.slots()][1];
    for (int t = 0; t < 3_000; t++) {
      float[] sums = {values[0] - 2};
      optimizer.at(t, 1).apply(values, slots, sums, 0, 1, 1);
    }
    assertThat(values[0]).isCloseTo(1, within(1e-3f));
  }

  @ParameterizedTest
  @EnumSource(names = "NEWTON", mode = EnumSource.Mode.EXCLUDE)
  void updatesInPiecesEqualAnUpdateOfTheWhole(OptimizerSpec.Kind kind) {
    for (int seed = 0; seed < 10; seed++) {
      var random = new SplittableRandom(seed);
      var optimizer = weight(spec(kind, RATE, 0.01), 0.01, 0.01);
      float[] whole = new float[37];
      float[] pieces = new float[37];
      float[][] wholeSlots = new float[optimizer.slots()][37];
      float[][] pieceSlots = new float[optimizer.slots()][37];
      float[] sums = new float[37];
      for (int t = 0; t < 5; t++) {
        for (int i = 0; i < sums.length; i++) {
          sums[i] = random.nextFloat() - 0.5f;
        }
        int cut = random.nextInt(38);
        optimizer.at(t, 2).apply(whole, wholeSlots, sums, 0, 37, 0.25f);
        optimizer.at(t, 2).apply(pieces, pieceSlots, sums, cut, 37 - cut, 0.25f);
        optimizer.at(t, 2).apply(pieces, pieceSlots, sums, 0, cut, 0.25f);
      }
      assertThat(pieces).as("seed %d", seed).containsExactly(whole);
    }
  }

  /**
   * Steps without a gradient that a keyed row receives later equal those that it receives at once.
   */
  @ParameterizedTest
  @CsvSource({
    "SGD, 0, 0.3, 5",
    "SGD, 0.2, 0, 5",
    "SGD, 0.2, 0.3, 5",
    "SGD, 0.2, 0.3, 16777210",
    "ADAGRAD, 0, 0.3, 5",
    "ADAGRAD, 0.2, 0.3, 5",
    "ADAGRAD, 0.01, 0.02, 16777210"
  })
  void keyedRowsEqualRowsWithoutKeys(OptimizerSpec.Kind kind, double l1, double l2, long begin) {
    var spec = new ModelSpec(ModelSpec.Kind.LASSO, 0, List.of(), l1, l2, 1, true);
    var dense = Optimizers.of(spec(kind, RATE, 0), spec, Models.of(spec, 1, false, 0)).getFirst();
    var keyed = Optimizers.of(spec(kind, RATE, 0), spec, Models.of(spec, 1, true, 0)).getFirst();
    float[] seen = {3};
    float[] late = {3};
    float[][] seenSlots = new float[dense.slots()][1];
    float[][] lateSlots = new float[keyed.slots()][1];
    lateSlots[keyed.slots() - 1][0] = begin;
    float[] read = {0};
    for (int t = 0; t < 30; t++) {
      keyed.at(begin + t, 1).read(late, lateSlots, 0, 1, read, 0);
      assertThat(read[0]).as("read at step %d", t).isCloseTo(seen[0], within(1e-5f));
      float[] sums = {t % 7 == 0 ? 1 - t % 3 : 0};
      dense.at(begin + t, 1).apply(seen, seenSlots, sums, 0, 1, 1);
      if (t % 7 == 0) {
        keyed.at(begin + t, 1).apply(late, lateSlots, sums, 0, 1, 1);
        assertThat(late[0]).as("step %d", t).isCloseTo(seen[0], within(1e-5f));
      }
    }
  }

  /**
   * A keyed row that is touched in every k-th step converges to the same point as one touched in
   * all.
   */
  @ParameterizedTest
  @EnumSource(names = {"SGD", "ADAGRAD"})
  void rareRowsAreRegularizedAsMuchAsOthers(OptimizerSpec.Kind kind) {
    var spec = new ModelSpec(ModelSpec.Kind.LASSO, 0, List.of(), 0.1, 0.1, 1, true);
    double rate = kind == OptimizerSpec.Kind.ADAGRAD ? 1 : 0.02;
    var optimizer =
        Optimizers.of(spec(kind, rate, 0), spec, Models.of(spec, 1, true, 0)).getFirst();
    float[] values = {-3};
    float[][] slots = new float[optimizer.slots()][1];
    double sum = 0;
    for (int t = 4; t < 40_000; t += 5) {
      float[] sums = {values[0] * 5 - 10};
      optimizer.at(t, 1).apply(values, slots, sums, 0, 1, 1);
      sum += t < 20_000 ? 0 : values[0] / 4_000;
    }
    assertThat(sum).as("(10 - 5 l1) / (5 + 5 l2)").isCloseTo(9.5 / 5.5, within(5e-3));
  }

  /** A row cannot have been drawn up to a later step, nor left alone for more than a period. */
  @Test
  void anImpossibleDistanceIsAProgrammingError() {
    var spec = new ModelSpec(ModelSpec.Kind.LASSO, 0, List.of(), 0, 1e-3, 1, true);
    var keyed =
        Optimizers.of(spec(OptimizerSpec.Kind.ADAGRAD, RATE, 0), spec, Models.of(spec, 1, true, 0))
            .getFirst();
    for (long begin : List.of(100L, 1L << 24)) {
      float[] values = {3};
      float[][] slots = {{1}, {begin % (1 << 24)}};
      float[] sums = {1};
      keyed.at(begin, 1).apply(values, slots, sums, 0, 1, 1);
      assertThatThrownBy(() -> keyed.at(begin - 1, 1).apply(values, slots, sums, 0, 1, 1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("this is step " + (begin - 1));
      assertThatThrownBy(
              () -> keyed.at(begin + Rule.PERIOD + 2, 1).read(values, slots, 0, 1, sums, 0))
          .isInstanceOf(IllegalStateException.class);
    }
  }
}
