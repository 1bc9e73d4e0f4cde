package dev.ductile.learned.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Seed;
import dev.ductile.learned.network.DenseNetwork.Layer;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdamTest {
  /** Algorithm 1 of the paper in doubles, for one weight and one bias. */
  @Test
  void stepsFollowThePublishedRecursion() {
    var adam = new Adam(0.01, 0.8, 0.95, 1e-6);
    var trained = TrainedNetwork.untrained(new DenseNetwork(List.of(layer(0.5, -1))));
    double[] weights = {0.5, -1};
    double[] means = new double[2];
    double[] squares = new double[2];
    var random = new Seed(4).stream("test");
    for (int step = 1; step <= 50; step++) {
      double[] gradients = {Seed.normal(random), 100 * Seed.normal(random)};
      trained = adam.step(trained, new Gradients(List.of(layer(gradients))));
      for (int i = 0; i < 2; i++) {
        means[i] = 0.8 * means[i] + 0.2 * gradients[i];
        squares[i] = 0.95 * squares[i] + 0.05 * gradients[i] * gradients[i];
        double mean = means[i] / (1 - Math.pow(0.8, step));
        double square = squares[i] / (1 - Math.pow(0.95, step));
        weights[i] -= 0.01 * mean / (Math.sqrt(square) + 1e-6);
      }
      Layer layer = trained.network().layers().getFirst();
      assertThat(layer.weights()[0][0]).isCloseTo((float) weights[0], within(1e-5f));
      assertThat(layer.biases()[0]).isCloseTo((float) weights[1], within(1e-5f));
    }
    assertThat(trained.steps()).isEqualTo(50);
  }

  /** A first step has the size of the learning rate, whatever the gradient. */
  @Test
  void theFirstStepIsTheLearningRate() {
    var untrained = TrainedNetwork.untrained(new DenseNetwork(List.of(layer(0, 0))));

    var trained = Adam.withRate(0.005).step(untrained, new Gradients(List.of(layer(-3, 2_000))));

    Layer layer = trained.network().layers().getFirst();
    assertThat(layer.weights()[0][0]).isCloseTo(0.005f, within(1e-7f));
    assertThat(layer.biases()[0]).isCloseTo(-0.005f, within(1e-7f));
  }

  /** Weights of an input that is always zero get no gradients. */
  @Test
  void momentsNeverBecomeTooSmallForFastArithmetic() {
    var trained = TrainedNetwork.untrained(new DenseNetwork(List.of(layer(0, 0))));
    trained = Adam.withRate(0.005).step(trained, new Gradients(List.of(layer(1, 1))));
    var none = new Gradients(List.of(layer(0, 0)));
    for (int step = 0; step < 1_000; step++) {
      trained = Adam.withRate(0.005).step(trained, none);
      assertThat(trained.means().layers().getFirst().biases()[0]).isBetween(Float.MIN_NORMAL, 1f);
    }
  }

  @Test
  void xorIsLearnedAndTheSeedDecides() {
    assertThat(xor(3)).allSatisfy(probability -> assertThat(probability).isGreaterThan(0.99));
    assertThat(xor(3)).isEqualTo(xor(3)).isNotEqualTo(xor(5));
  }

  @Test
  void settingsAndSizesAreChecked() {
    var untrained = TrainedNetwork.untrained(new DenseNetwork(List.of(layer(0, 0))));
    var other = Gradients.zero(DenseNetwork.random(new Seed(1), 2, 1));

    assertThatThrownBy(() -> Adam.withRate(Double.NaN)).hasMessageContaining("learning rate NaN");
    assertThatThrownBy(() -> new Adam(1, 1, 0.9, 1)).hasMessageContaining("decays 1.0 and 0.9");
    assertThatThrownBy(() -> Adam.withRate(1).step(untrained, other))
        .hasMessage("gradients are of a network of other sizes");
  }

  private static List<Double> xor(long seed) {
    float[][] inputs = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
    boolean[] legal = {true, true};
    var trained = TrainedNetwork.untrained(DenseNetwork.random(new Seed(seed), 2, 16, 2));
    for (int step = 0; step < 500; step++) {
      Network.Pass pass = trained.network().forward(inputs);
      float[][] gradients = new float[4][];
      for (int row = 0; row < 4; row++) {
        var distribution = ActionDistribution.of(pass.outputs()[row], legal);
        gradients[row] = ImitationLoss.CROSS_ENTROPY.gradient(distribution, label(inputs[row]));
      }
      trained = Adam.withRate(0.02).step(trained, pass.backward(gradients));
    }
    Network network = trained.network();
    return List.of(inputs).stream()
        .map(
            input -> ActionDistribution.of(network.forward(input), legal).probability(label(input)))
        .toList();
  }

  private static int label(float[] input) {
    return input[0] == input[1] ? 0 : 1;
  }

  private static Layer layer(double... weightAndBias) {
    return new Layer(
        new float[][] {{(float) weightAndBias[0]}}, new float[] {(float) weightAndBias[1]});
  }
}
