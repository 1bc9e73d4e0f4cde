package dev.ductile.learned.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Seed;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Laws of a network that scores each row by itself, over random networks and inputs. */
final class ScoreNetworkTest {
  private static final int ROWS = 5;
  private static final int COLUMNS = 4;
  private static final int OUTPUTS = 3;

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aRowHasTheSameOutputsInAnyPlaceAndBesideAnyOthers(long seed) {
    ScoreNetwork network = network(seed);
    float[] few = input(seed, ROWS, 2);
    float[] many = input(seed + 7, 9, 9);
    System.arraycopy(few, COLUMNS, many, 6 * COLUMNS, COLUMNS);

    float[] ofFew = network.forward(few);
    float[] ofMany = network.of(9).forward(many);

    assertThat(Arrays.copyOfRange(ofMany, 6 * OUTPUTS, 7 * OUTPUTS))
        .containsExactly(Arrays.copyOfRange(ofFew, OUTPUTS, 2 * OUTPUTS));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aBatchHasTheOutputsOfItsInputs(long seed) {
    ScoreNetwork network = network(seed);
    float[][] inputs = {input(seed, ROWS, 2), input(seed + 1, ROWS, 0), input(seed + 2, ROWS, 5)};

    float[][] outputs = network.forward(inputs).outputs();

    for (int i = 0; i < inputs.length; i++) {
      assertThat(outputs[i]).containsExactly(network.forward(inputs[i]));
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aSeriesHasTheOutputsOfEachInput(long seed) {
    ScoreNetwork network = network(seed);
    ForwardSeries series = network.series();
    RandomGenerator random = new Seed(seed).stream("changes");
    float[] input = input(seed, ROWS, 3);
    for (int change = 0; change < 100; change++) {
      input[random.nextInt(input.length)] = random.nextBoolean() ? random.nextFloat() : 0;

      assertThat(series.outputs(input)).containsExactly(network.forward(input));
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void gradientsAreSlopes(long seed) {
    float[][] inputs = {input(seed, ROWS, 2), input(seed + 1, ROWS, 0), input(seed + 2, ROWS, 5)};

    Slopes.assertGradients(network(seed), inputs, new Seed(seed));
  }

  @Test
  void outputsOfAbsentRowsAndOfNoRowAreZero() {
    float[] outputs = network(1).forward(input(1, ROWS, 2));

    assertThat(outputs).hasSize(ROWS * OUTPUTS + 1);
    assertThat(Arrays.copyOf(outputs, 2 * OUTPUTS)).doesNotContain(0);
    assertThat(Arrays.copyOfRange(outputs, 2 * OUTPUTS, outputs.length)).containsOnly(0);
  }

  @Test
  void inputsAndNetworksOfAnotherWidthAreRefused() {
    DenseNetwork shared = DenseNetwork.random(new Seed(1), 3, 2);

    assertThatThrownBy(() -> new ScoreNetwork(ROWS, COLUMNS, shared))
        .hasMessage("a network of 3 inputs cannot take rows of 4 values");
    assertThatThrownBy(() -> network(1).forward(new float[7]))
        .hasMessage("a network of 20 inputs cannot take 7");
    assertThatThrownBy(() -> network(1).forward(new float[][] {new float[7]}))
        .hasMessage("a network of 20 inputs cannot take 7");
  }

  private static ScoreNetwork network(long seed) {
    return ScoreNetwork.random(new Seed(seed), ROWS, COLUMNS, OUTPUTS, List.of(8, 8));
  }

  /** An input whose first rows are present. */
  private static float[] input(long seed, int rows, int present) {
    RandomGenerator random = new Seed(seed).stream("input");
    float[] input = new float[rows * COLUMNS];
    for (int i = 0; i < present * COLUMNS; i++) {
      input[i] = random.nextFloat();
    }
    return input;
  }
}
