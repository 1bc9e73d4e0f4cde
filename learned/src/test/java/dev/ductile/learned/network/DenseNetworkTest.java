package dev.ductile.learned.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Seed;
import java.util.List;
import org.junit.jupiter.api.Test;

class DenseNetworkTest {
  @Test
  void hiddenLayersAreRectifiedAndTheLastIsLinear() {
    var hidden = new DenseNetwork.Layer(new float[][] {{1, -1}, {2, 0}}, new float[] {0, 0.5f});
    var last = new DenseNetwork.Layer(new float[][] {{-1}, {4}}, new float[] {0.25f});

    float[] output = new DenseNetwork(List.of(hidden, last)).forward(new float[] {1, 1});

    assertThat(output).containsExactly(-2.75f);
  }

  /** The sizes of the networks of DL2 with 20 jobs and 8 types. */
  @Test
  void parametersAreWeightsAndBiases() {
    var seed = new Seed(1);

    assertThat(DenseNetwork.random(seed, 20 * 13, 256, 256, 61).parameters()).isEqualTo(148_285);
    assertThat(DenseNetwork.random(seed, 20 * 13, 256, 256, 1).parameters()).isEqualTo(132_865);
  }
}
