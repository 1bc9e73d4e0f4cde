package dev.ductile.learned.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Seed;
import java.util.List;
import java.util.random.RandomGenerator;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Laws of a network that shares its weights between rows, over random networks and inputs. */
final class RowNetworkTest {
  private static final int ROWS = 5;
  private static final int COLUMNS = 4;
  private static final int FIGURES = 2;
  private static final int OUTPUTS = 3;
  private static final Offset<Float> ROUNDING = within(1e-4f);

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void theOrderOfTheRowsHasNoInfluence(long seed) {
    RowNetwork network = network(seed);
    float[] input = input(seed, 3);
    float[] swapped = input.clone();
    System.arraycopy(input, 0, swapped, 4 * COLUMNS, COLUMNS);
    System.arraycopy(input, 4 * COLUMNS, swapped, 0, COLUMNS);

    float[] outputs = network.forward(input);
    float[] ofSwapped = network.forward(swapped);

    for (int output = 0; output < OUTPUTS; output++) {
      assertThat(ofSwapped[4 * OUTPUTS + output]).isCloseTo(outputs[output], ROUNDING);
      assertThat(ofSwapped[OUTPUTS + output]).isCloseTo(outputs[OUTPUTS + output], ROUNDING);
    }
    assertThat(ofSwapped[ROWS * OUTPUTS]).isCloseTo(outputs[ROWS * OUTPUTS], ROUNDING);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aBatchHasTheOutputsOfItsInputs(long seed) {
    RowNetwork network = network(seed);
    float[][] inputs = {input(seed, 2), input(seed + 1, 0), input(seed + 2, 5)};

    float[][] outputs = network.forward(inputs).outputs();

    for (int i = 0; i < inputs.length; i++) {
      assertThat(outputs[i]).containsExactly(network.forward(inputs[i]));
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void gradientsAreSlopes(long seed) {
    float[][] inputs = {input(seed, 2), input(seed + 1, 0), input(seed + 2, 5)};

    Slopes.assertGradients(network(seed), inputs, new Seed(seed));
  }

  @Test
  void outputsOfAnAbsentRowAreZero() {
    float[] outputs = network(1).forward(input(1, 2));

    assertThat(outputs).hasSize(ROWS * OUTPUTS + 1);
    for (int output = 2 * OUTPUTS; output < ROWS * OUTPUTS; output++) {
      assertThat(outputs[output]).isZero();
    }
    assertThat(outputs[ROWS * OUTPUTS]).isNotZero();
  }

  @Test
  void theNetworkOfARowMustFitIt() {
    DenseNetwork shared = DenseNetwork.random(new Seed(1), 3, 2);

    assertThatThrownBy(() -> new RowNetwork(ROWS, COLUMNS, FIGURES, shared))
        .hasMessage("a network of 3 inputs cannot take rows of 4 values");
  }

  private static RowNetwork network(long seed) {
    return RowNetwork.random(new Seed(seed), ROWS, COLUMNS, FIGURES, OUTPUTS, List.of(8, 8));
  }

  /** An input whose first rows are present. */
  private static float[] input(long seed, int present) {
    RandomGenerator random = new Seed(seed).stream("input");
    float[] input = new float[ROWS * COLUMNS];
    for (int i = 0; i < present * COLUMNS; i++) {
      input[i] = random.nextFloat();
    }
    return input;
  }
}
