package dev.ductile.learned.network;

import dev.ductile.learned.network.DenseNetwork.Layer;
import java.util.List;

/** The sums of the gradients of a network over the rows of a batch. */
final class BackwardPass {
  /** The most rows that are added at once, so that they stay in the cache of the processor. */
  static final int MOST_ROWS = 64;

  /** The least outputs of a layer whose rows of weights are worth a vector instruction. */
  private static final int NARROW = 16;

  private final List<Layer> layers;

  /** The weights of all layers but the first. */
  private final List<float[][]> transposed;

  /** The gradients of the weights, with a row for each output of a narrow layer. */
  private final float[][][] weights;

  private final float[][] biases;
  private final SparseRow sparse;

  BackwardPass(DenseNetwork network) {
    this.layers = network.layers();
    this.transposed = layers.stream().skip(1).map(Layer::transposed).toList();
    this.weights = new float[layers.size()][][];
    this.biases = new float[layers.size()][];
    this.sparse = new SparseRow(Math.max(MOST_ROWS, network.widest()));
    for (int i = 0; i < weights.length; i++) {
      int inputs = layers.get(i).inputs();
      int outputs = layers.get(i).outputs();
      weights[i] = isNarrow(i) ? new float[outputs][inputs] : new float[inputs][outputs];
      biases[i] = new float[outputs];
    }
  }

  Gradients gradients() {
    Layer[] gradients = new Layer[weights.length];
    for (int i = 0; i < gradients.length; i++) {
      float[][] rows = isNarrow(i) ? Layer.transposed(weights[i]) : weights[i];
      gradients[i] = new Layer(rows, biases[i]);
    }
    return new Gradients(List.of(gradients));
  }

  /**
   * Adds the gradients of some rows.
   *
   * @param common the part of the inputs of the first layer that is the same for these rows
   * @param inputs the other part of the inputs of the first layer, and those of each other layer
   * @param outputGradients the gradients with respect to the outputs of the last layer
   */
  void add(float[] common, List<float[][]> inputs, float[][] outputGradients) {
    float[][] behind = outputGradients;
    for (int i = layers.size() - 1; i > 0; i--) {
      addWeights(i, inputs.get(i), behind);
      addBiases(i, sum(behind));
      behind = before(transposed.get(i - 1), inputs.get(i), behind);
    }
    addWeights(0, inputs.getFirst(), behind);
    float[] sum = sum(behind);
    addBiases(0, sum);
    addWeights(0, new float[][] {common}, new float[][] {sum});
  }

  private boolean isNarrow(int layer) {
    return layers.get(layer).outputs() < NARROW;
  }

  private void addWeights(int layer, float[][] inputs, float[][] outputGradients) {
    float[][] columns = isNarrow(layer) ? outputGradients : inputs;
    float[][] rows = isNarrow(layer) ? inputs : outputGradients;
    for (int column = 0; column < weights[layer].length; column++) {
      sparse.ofColumn(columns, column).addProduct(rows, weights[layer][column]);
    }
  }

  private void addBiases(int layer, float[] sum) {
    SparseRow.add(1, sum, biases[layer]);
  }

  private static float[] sum(float[][] rows) {
    float[] sum = new float[rows[0].length];
    for (float[] row : rows) {
      SparseRow.add(1, row, sum);
    }
    return sum;
  }

  /** The gradients with respect to the inputs of a layer; none passes a ReLU whose output is 0. */
  private float[][] before(
      float[][] transposedWeights, float[][] inputs, float[][] outputGradients) {
    float[][] gradients = new float[inputs.length][inputs[0].length];
    for (int row = 0; row < inputs.length; row++) {
      sparse.ofRow(outputGradients[row]).addProduct(transposedWeights, gradients[row]);
      mask(inputs[row], gradients[row]);
    }
    return gradients;
  }

  /** The signum of an output of a ReLU is 0 or 1, and needs no branch. */
  private static void mask(float[] outputs, float[] gradients) {
    for (int i = 0; i < outputs.length; i++) {
      gradients[i] *= Math.signum(outputs[i]);
    }
  }
}
