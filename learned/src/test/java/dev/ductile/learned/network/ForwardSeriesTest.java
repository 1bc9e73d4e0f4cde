package dev.ductile.learned.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Seed;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForwardSeriesTest {
  private static final int INPUTS = 130;
  private static final int CHANGES = 2000;

  /** More changes than a slot of a large cluster has inferences, some of them large. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void outputsAreThoseOfAForwardPass(long seed) {
    RandomGenerator random = new Seed(seed).stream("test");
    var shared = RowNetwork.random(new Seed(seed), 10, 13, 5, 3, List.of(32, 16));
    Network network =
        seed % 2 == 0 ? shared : DenseNetwork.random(new Seed(seed), INPUTS, 32, 16, 31);
    ForwardSeries incremental = network.series();
    float[] input = new float[INPUTS];
    for (int change = 0; change < CHANGES; change++) {
      for (int count = random.nextInt(4); count > 0; count--) {
        float scale = random.nextInt(50) == 0 ? 100 : 1;
        input[random.nextInt(INPUTS)] = random.nextBoolean() ? scale * random.nextFloat() : 0;
      }
      assertThat(incremental.outputs(input))
          .as("seed %d, change %d", seed, change)
          .containsExactly(network.forward(input), within(tolerance(input)));
    }
  }

  @Test
  void aNetworkWithoutHiddenLayersIsOnlyItsSums() {
    var layer = new DenseNetwork.Layer(new float[][] {{1, -2}, {3, 4}}, new float[] {-10, 1});
    var incremental = new IncrementalForward(new DenseNetwork(List.of(layer)));

    assertThat(incremental.outputs(new float[] {1, 2})).containsExactly(-3, 7);
    assertThat(incremental.outputs(new float[] {1, 0})).containsExactly(-9, -1);
  }

  @Test
  void anInputOfAnotherWidthIsRefused() {
    var incremental = new IncrementalForward(DenseNetwork.random(new Seed(1), 3, 2));

    assertThatThrownBy(() -> incremental.outputs(new float[4]))
        .hasMessage("a network of 3 inputs cannot take 4");
  }

  /** A forward pass rounds in proportion to its inputs. */
  private static float tolerance(float[] input) {
    float most = 1;
    for (float value : input) {
      most = Math.max(most, value);
    }
    return 1e-4f * most;
  }
}
