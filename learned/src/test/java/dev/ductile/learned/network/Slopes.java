package dev.ductile.learned.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Seed;
import dev.ductile.learned.network.DenseNetwork.Layer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** The gradients of a network beside finite differences. */
final class Slopes {
  private static final float STEP = 1f / 256;

  private final Network network;
  private final float[][] inputs;
  private final float[][] factors;

  private Slopes(Network network, float[][] inputs, float[][] factors) {
    this.network = network;
    this.inputs = inputs;
    this.factors = factors;
  }

  /** Compares the gradients of a random sum of the outputs, by all weights and biases. */
  static void assertGradients(Network network, float[][] inputs, Seed seed) {
    float[][] factors = new float[inputs.length][network.outputs()];
    RandomGenerator random = seed.stream("factors");
    for (float[] row : factors) {
      for (int i = 0; i < row.length; i++) {
        row[i] = random.nextFloat() - 0.5f;
      }
    }
    new Slopes(network, inputs, factors).assertGradients();
  }

  private void assertGradients() {
    Gradients gradients = network.forward(inputs).backward(factors);
    int close = 0;
    int all = 0;
    for (int layer = 0; layer < network.layers().size(); layer++) {
      List<float[]> rows = rows(gradients.layers().get(layer));
      for (int row = 0; row < rows.size(); row++) {
        for (int i = 0; i < rows.get(row).length; i++) {
          double slope = slope(layer, row, i);
          double gradient = rows.get(row)[i];
          close += Math.abs(slope - gradient) < 5e-3 * (1 + Math.abs(gradient)) ? 1 : 0;
          all++;
        }
      }
    }
    // A step that switches a ReLU compares two slopes.
    assertThat(close).as("slopes of %d that are the gradients", all).isGreaterThan(all * 9 / 10);
  }

  private double slope(int layer, int row, int weight) {
    double rise = sum(moved(layer, row, weight, STEP)) - sum(moved(layer, row, weight, -STEP));
    return rise / (2 * STEP);
  }

  private double sum(Network moved) {
    float[][] outputs = moved.forward(inputs).outputs();
    double sum = 0;
    for (int row = 0; row < outputs.length; row++) {
      for (int i = 0; i < outputs[row].length; i++) {
        sum += (double) outputs[row][i] * factors[row][i];
      }
    }
    return sum;
  }

  private Network moved(int layer, int row, int weight, float step) {
    List<Layer> layers = new ArrayList<>(network.layers());
    layers.set(layer, moved(layers.get(layer), row, weight, step));
    return network.with(layers);
  }

  /** A copy of a layer in which one weight, or a bias in the last row, differs. */
  static Layer moved(Layer layer, int row, int weight, float step) {
    float[][] weights = Arrays.stream(layer.weights()).map(float[]::clone).toArray(float[][]::new);
    var moved = new Layer(weights, layer.biases().clone());
    rows(moved).get(row)[weight] += step;
    return moved;
  }

  /** The rows of weights, and the biases as the last row. */
  static List<float[]> rows(Layer layer) {
    List<float[]> rows = new ArrayList<>(List.of(layer.weights()));
    rows.add(layer.biases());
    return rows;
  }
}
