package dev.ductile.models.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeastSquaresTest {
  /** Seconds per epoch at 1, 2, 4 and 8 workers: Capes et al., Table 2. */
  private static final double[] CAPES = {138, 81.88235, 47.25, 29.64706};

  @ParameterizedTest(name = "{0} samples, step {1}")
  @CsvSource({"128, 1", "1024, 1", "1, 1", "128, 7"})
  void eq5FitsTheEpochsOfItsPaper(double batch, double unit) {
    double[] theta = LeastSquares.SECONDS.parameters(StepTimeForm.ALL_REDUCE, capes(batch, unit));

    assertThat(Arrays.stream(theta)).allMatch(value -> value >= 0);
    double[] expected = {139.645396, 78.044885, 47.244629, 31.844501, 24.144437};
    double squares = 0;
    for (int i = 0; i < expected.length; i++) {
      double seconds =
          StepTimeForm.ALL_REDUCE.secondsPerStep(theta, new Setup(1 << i, 0, batch)) / unit;
      assertThat(seconds).as("%d workers", 1 << i).isCloseTo(expected[i], within(1e-5 * seconds));
      squares += i < CAPES.length ? (seconds - CAPES[i]) * (seconds - CAPES[i]) : 0;
    }
    assertThat(Math.sqrt(squares)).isCloseTo(4.718291, within(1e-5));
  }

  @Test
  void aFitWhoseSingleWorkerTakesNoTimeIsRefused() {
    List<Measurement> exchangeOnly =
        List.of(
            new Measurement(new Setup(2, 0, 128), 2),
            new Measurement(new Setup(4, 0, 128), 4 / 3.0));

    for (LeastSquares way : LeastSquares.values()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> way.parameters(StepTimeForm.ALL_REDUCE, exchangeOnly))
          .withMessageContaining("a step on one worker takes no time; measure one worker too");
    }
  }

  @Test
  void relativeErrorsCountEverySizeAlike() {
    double[] theta = LeastSquares.RELATIVE.parameters(StepTimeForm.ALL_REDUCE, capes(128, 1));
    double[] absolute = LeastSquares.SECONDS.parameters(StepTimeForm.ALL_REDUCE, capes(128, 1));
    var last = new Setup(8, 0, 128);

    assertThat(Math.abs(StepTimeForm.ALL_REDUCE.secondsPerStep(theta, last) - CAPES[3]))
        .isLessThan(Math.abs(StepTimeForm.ALL_REDUCE.secondsPerStep(absolute, last) - CAPES[3]));
  }

  @Test
  void theParametersOfAPublishedFormAreRecovered() {
    double[] truth = {0.01, 0.2, 0.05, 0.003, 0.02};
    var measured = new ArrayList<Measurement>();
    for (int workers = 1; workers <= 12; workers++) {
      for (int servers = 1; servers <= 6; servers++) {
        var setup = new Setup(workers, servers, 32);
        measured.add(
            new Measurement(setup, 1 / StepTimeForm.OPTIMUS_SYNC.secondsPerStep(truth, setup)));
      }
    }

    assertThat(LeastSquares.RELATIVE.parameters(StepTimeForm.OPTIMUS_SYNC, measured))
        .containsExactly(truth, within(1e-9));
  }

  /** The Karush-Kuhn-Tucker conditions, which only the solution satisfies. */
  @Test
  void noOtherNonNegativePointIsNearer() {
    var random = new Seed(3).stream("columns");
    for (int round = 0; round < 500; round++) {
      int rows = 1 + random.nextInt(8);
      double[][] columns = new double[1 + random.nextInt(6)][rows];
      double[] right = random.doubles(rows, -1, 1).toArray();
      for (int k = 0; k < columns.length; k++) {
        double near = k > 0 && random.nextBoolean() ? 1e-7 : 1;
        for (int i = 0; i < rows; i++) {
          columns[k][i] =
              near == 1 ? random.nextDouble() : columns[k - 1][i] + near * random.nextDouble();
        }
      }
      double[] nearest = NonNegativeLeastSquares.solve(columns, right);
      double[] rest = right.clone();
      for (int k = 0; k < columns.length; k++) {
        for (int i = 0; i < rows; i++) {
          rest[i] -= columns[k][i] * nearest[k];
        }
      }
      for (int k = 0; k < columns.length; k++) {
        double slope = Vectors.dot(columns[k], rest);
        assertThat(nearest[k]).as("round %d", round).isNotNegative();
        assertThat(slope).as("round %d, column %d", round, k).isLessThan(1e-6);
        assertThat(slope * Math.min(nearest[k], 1)).as("round %d", round).isGreaterThan(-1e-6);
      }
    }
  }

  private static List<Measurement> capes(double batch, double unit) {
    var measured = new ArrayList<Measurement>();
    for (int i = 0; i < CAPES.length; i++) {
      measured.add(new Measurement(new Setup(1 << i, 0, batch), 1 / (CAPES[i] * unit)));
    }
    return measured;
  }
}
