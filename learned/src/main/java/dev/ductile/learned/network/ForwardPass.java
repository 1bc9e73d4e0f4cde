package dev.ductile.learned.network;

import java.util.List;

/**
 * The results of one forward pass over a batch, from which the backward pass gets its gradients.
 */
public final class ForwardPass implements Network.Pass {
  private final DenseNetwork network;
  private final List<float[][]> activations;

  /**
   * @param activations the inputs, then the outputs of each layer
   */
  ForwardPass(DenseNetwork network, List<float[][]> activations) {
    this.network = network;
    this.activations = activations;
  }

  @Override
  public float[][] outputs() {
    return activations.getLast();
  }

  @Override
  public Gradients backward(float[][] outputGradients) {
    List<DenseNetwork.Layer> layers = network.layers();
    if (outputGradients.length != outputs().length) {
      throw new IllegalArgumentException(
          "%d rows of gradients for a batch of %d"
              .formatted(outputGradients.length, outputs().length));
    }
    var gradients = new DenseNetwork.Layer[layers.size()];
    var sparse = new SparseRow(Math.max(outputs().length, network.widest()));
    float[][] behind = outputGradients;
    for (int i = layers.size() - 1; i >= 0; i--) {
      gradients[i] = gradient(layers.get(i), activations.get(i), behind, sparse);
      if (i > 0) {
        behind = before(layers.get(i), activations.get(i), behind, sparse);
      }
    }
    return new Gradients(List.of(gradients));
  }

  private static DenseNetwork.Layer gradient(
      DenseNetwork.Layer layer, float[][] inputs, float[][] outputGradients, SparseRow sparse) {
    float[][] weights = new float[layer.inputs()][layer.outputs()];
    for (int from = 0; from < weights.length; from++) {
      sparse.ofColumn(inputs, from).addProduct(outputGradients, weights[from]);
    }
    float[] biases = new float[layer.outputs()];
    for (float[] row : outputGradients) {
      SparseRow.add(1, row, biases);
    }
    return new DenseNetwork.Layer(weights, biases);
  }

  /** The gradients with respect to the inputs of a layer; none passes a ReLU whose output is 0. */
  private static float[][] before(
      DenseNetwork.Layer layer, float[][] inputs, float[][] outputGradients, SparseRow sparse) {
    float[][] transposed = layer.transposed();
    float[][] gradients = new float[inputs.length][layer.inputs()];
    for (int row = 0; row < inputs.length; row++) {
      sparse.ofRow(outputGradients[row]).addProduct(transposed, gradients[row]);
      for (int i = 0; i < gradients[row].length; i++) {
        gradients[row][i] = inputs[row][i] > 0 ? gradients[row][i] : 0;
      }
    }
    return gradients;
  }
}
