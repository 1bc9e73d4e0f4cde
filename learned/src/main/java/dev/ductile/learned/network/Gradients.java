package dev.ductile.learned.network;

import dev.ductile.learned.network.DenseNetwork.Layer;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A gradient for each weight and bias of a network, in layers of the same sizes.
 *
 * @param layers the gradients of each layer
 */
public record Gradients(List<Layer> layers) {
  public Gradients {
    layers = List.copyOf(layers);
  }

  /** Zero for each weight and bias of a network. */
  public static Gradients zero(Network network) {
    return new Gradients(
        network.layers().stream()
            .map(layer ->
                new Layer(new float[layer.inputs()][layer.outputs()], new float[layer.outputs()]))
            .toList());
  }

  /** The sums of these and other gradients of the same network. */
  public Gradients plus(Gradients other) {
    requireSizes(layers, other.layers);
    return new Gradients(
        IntStream.range(0, layers.size())
            .mapToObj(i -> sum(layers.get(i), other.layers.get(i)))
            .toList());
  }

  public Gradients times(double factor) {
    return new Gradients(layers.stream().map(layer -> scaled((float) factor, layer)).toList());
  }

  /** The Euclidean length of all gradients as one vector. */
  public double norm() {
    double sum = 0;
    for (Layer layer : layers) {
      for (float[] row : layer.weights()) {
        sum += squares(row);
      }
      sum += squares(layer.biases());
    }
    return Math.sqrt(sum);
  }

  /** The same direction, with a norm of at most this. */
  public Gradients clippedTo(double most) {
    double norm = norm();
    return norm <= most ? this : times(most / norm);
  }

  static void requireSizes(List<Layer> some, List<Layer> others) {
    boolean equal = some.size() == others.size();
    for (int i = 0; equal && i < some.size(); i++) {
      equal =
          some.get(i).inputs() == others.get(i).inputs()
              && some.get(i).outputs() == others.get(i).outputs();
    }
    if (!equal) {
      throw new IllegalArgumentException("gradients are of a network of other sizes");
    }
  }

  private static Layer sum(Layer one, Layer other) {
    Layer sum = scaled(1, one);
    for (int from = 0; from < sum.inputs(); from++) {
      SparseRow.add(1, other.weights()[from], sum.weights()[from]);
    }
    SparseRow.add(1, other.biases(), sum.biases());
    return sum;
  }

  private static Layer scaled(float factor, Layer layer) {
    float[][] weights = new float[layer.inputs()][];
    for (int from = 0; from < weights.length; from++) {
      weights[from] = scaled(factor, layer.weights()[from]);
    }
    return new Layer(weights, scaled(factor, layer.biases()));
  }

  private static float[] scaled(float factor, float[] row) {
    float[] scaled = new float[row.length];
    for (int i = 0; i < row.length; i++) {
      scaled[i] = factor * row[i];
    }
    return scaled;
  }

  private static double squares(float[] row) {
    double sum = 0;
    for (float value : row) {
      sum += (double) value * value;
    }
    return sum;
  }
}
