package dev.ductile.learned.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Seed;
import dev.ductile.learned.network.DenseNetwork.Layer;
import java.util.List;
import org.junit.jupiter.api.Test;

class GradientsTest {
  private static final Gradients GRADIENTS =
      new Gradients(List.of(new Layer(new float[][] {{3, 0}}, new float[] {0, -4})));

  @Test
  void gradientsAddAndScale() {
    var sum = GRADIENTS.plus(GRADIENTS.times(0.5)).layers().getFirst();

    assertThat(sum.weights()[0]).containsExactly(4.5f, 0);
    assertThat(sum.biases()).containsExactly(0, -6);
    assertThat(GRADIENTS.norm()).isEqualTo(5);
    assertThat(Gradients.zero(DenseNetwork.random(new Seed(1), 1, 2)).plus(GRADIENTS).norm())
        .isEqualTo(5);
  }

  @Test
  void longGradientsAreClippedToTheirDirection() {
    assertThat(GRADIENTS.clippedTo(5)).isSameAs(GRADIENTS);
    assertThat(GRADIENTS.clippedTo(1).norm()).isCloseTo(1, within(1e-6));
    assertThat(GRADIENTS.clippedTo(1).layers().getFirst().biases()[1])
        .isCloseTo(-0.8f, within(1e-6f));
  }

  @Test
  void aBatchHasOneRowOfGradientsForEachInput() {
    var network = DenseNetwork.random(new Seed(1), 2, 3);

    assertThatThrownBy(() -> network.forward(new float[2][2]).backward(new float[1][3]))
        .hasMessage("1 rows of gradients for a batch of 2");
    assertThatThrownBy(() -> network.forward(new float[3]))
        .hasMessage("a network of 2 inputs cannot take 3");
  }

  @Test
  void aBatchGivesTheOutputsOfItsInputs() {
    var network = DenseNetwork.random(new Seed(1), 3, 9, 4);
    float[][] inputs = {{1, 2, 3}, {0, 0, 0}, {-1, 0, 1}};

    float[][] outputs = network.forward(inputs).outputs();

    for (int row = 0; row < inputs.length; row++) {
      assertThat(outputs[row]).containsExactly(network.forward(inputs[row]));
    }
  }

  /** Reward 0.1, discount 0.9, values 0.5 and 0.6. */
  @Test
  void temporalDifferenceIsTheErrorOfAValue() {
    var difference = TemporalDifference.of(0.1, 0.9, 0.5, 0.6);

    assertThat(difference.target()).isCloseTo(0.64, within(1e-9));
    assertThat(difference.advantage()).isCloseTo(0.14, within(1e-9));
    assertThat(difference.gradient()).isCloseTo(-0.28, within(1e-9));
  }
}
