package dev.ductile.learned.network;

import java.util.Arrays;
import java.util.List;

/**
 * The results of one forward pass over a batch, from which the backward pass gets its gradients.
 */
public final class ForwardPass implements Network.Pass {
  private final DenseNetwork network;
  private final float[] common;
  private final List<float[][]> activations;

  /**
   * @param common the part of the inputs that is the same for the whole batch
   * @param activations the other part of the inputs, then the outputs of each layer
   */
  ForwardPass(DenseNetwork network, float[] common, List<float[][]> activations) {
    this.network = network;
    this.common = common;
    this.activations = activations;
  }

  @Override
  public float[][] outputs() {
    return activations.getLast();
  }

  @Override
  public Gradients backward(float[][] outputGradients) {
    if (outputGradients.length != outputs().length) {
      throw new IllegalArgumentException(
          "%d rows of gradients for a batch of %d"
              .formatted(outputGradients.length, outputs().length));
    }
    var sums = new BackwardPass(network);
    backward(outputGradients, sums);
    return sums.gradients();
  }

  /** Adds the gradients of the batch to those of other batches. */
  void backward(float[][] outputGradients, BackwardPass sums) {
    int[] rows = withGradients(outputGradients);
    for (int from = 0; from < rows.length; from += BackwardPass.MOST_ROWS) {
      int to = Math.min(rows.length, from + BackwardPass.MOST_ROWS);
      int[] some = Arrays.copyOfRange(rows, from, to);
      List<float[][]> inputs =
          activations.stream().limit(network.layers().size()).map(all -> pick(all, some)).toList();
      sums.add(common, inputs, pick(outputGradients, some));
    }
  }

  /** The rows with a gradient that is not zero; the others add nothing. */
  private static int[] withGradients(float[][] outputGradients) {
    int[] rows = new int[outputGradients.length];
    int size = 0;
    for (int row = 0; row < rows.length; row++) {
      rows[size] = row;
      size += SparseRow.isZero(outputGradients[row]) ? 0 : 1;
    }
    return Arrays.copyOf(rows, size);
  }

  private static float[][] pick(float[][] all, int[] rows) {
    float[][] some = new float[rows.length][];
    for (int i = 0; i < rows.length; i++) {
      some[i] = all[rows[i]];
    }
    return some;
  }
}
