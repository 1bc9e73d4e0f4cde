package dev.ductile.learned.network;

import dev.ductile.api.Seed;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A fully connected network: ReLU after every layer but the last, whose output is linear. Its
 * weights never change; training makes another network.
 *
 * <p>Weights are rows of floats, one row for each input of a layer. An input of zero skips its row,
 * and the state of a cluster has many zeros.
 */
public final class DenseNetwork {
  private final List<Layer> layers;

  /**
   * One layer.
   *
   * @param weights a row for each input, with a weight for each output
   * @param biases one for each output
   */
  public record Layer(float[][] weights, float[] biases) {
    public int inputs() {
      return weights.length;
    }

    public int outputs() {
      return biases.length;
    }

    float[] forward(float[] input) {
      float[] sums = biases.clone();
      for (int from = 0; from < input.length; from++) {
        if (input[from] != 0) {
          add(input[from], weights[from], sums);
        }
      }
      return sums;
    }

    private static void add(float factor, float[] row, float[] sums) {
      for (int to = 0; to < sums.length; to++) {
        sums[to] += factor * row[to];
      }
    }
  }

  public DenseNetwork(List<Layer> layers) {
    this.layers = List.copyOf(layers);
    for (int i = 0; i < layers.size(); i++) {
      Layer layer = layers.get(i);
      boolean fits = i == 0 || layers.get(i - 1).outputs() == layer.inputs();
      if (!fits || Arrays.stream(layer.weights()).anyMatch(row -> row.length != layer.outputs())) {
        throw new IllegalArgumentException(
            "layer %d of a network has weights for other numbers of inputs or outputs"
                .formatted(i + 1));
      }
    }
  }

  /**
   * A network with random weights (He et al., ICCV 2015).
   *
   * @param sizes the number of inputs, the outputs of each hidden layer, and the outputs
   */
  public static DenseNetwork random(Seed seed, int... sizes) {
    RandomGenerator random = seed.stream("network.weights");
    var layers = new Layer[sizes.length - 1];
    for (int i = 0; i < layers.length; i++) {
      float[][] weights = new float[sizes[i]][sizes[i + 1]];
      double deviation = Math.sqrt(2.0 / sizes[i]);
      for (float[] row : weights) {
        for (int to = 0; to < row.length; to++) {
          row[to] = (float) (deviation * Seed.normal(random));
        }
      }
      layers[i] = new Layer(weights, new float[sizes[i + 1]]);
    }
    return new DenseNetwork(List.of(layers));
  }

  public List<Layer> layers() {
    return layers;
  }

  public int inputs() {
    return layers.getFirst().inputs();
  }

  public int outputs() {
    return layers.getLast().outputs();
  }

  /** The number of weights and biases. */
  public int parameters() {
    return layers.stream().mapToInt(layer -> (layer.inputs() + 1) * layer.outputs()).sum();
  }

  /** The outputs for one input. */
  public float[] forward(float[] input) {
    float[] values = input;
    for (int i = 0; i < layers.size(); i++) {
      values = layers.get(i).forward(values);
      if (i < layers.size() - 1) {
        rectify(values);
      }
    }
    return values;
  }

  private static void rectify(float[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.max(0, values[i]);
    }
  }
}
