package dev.ductile.learned.network;

import dev.ductile.learned.network.DenseNetwork.Layer;
import java.util.List;

/** A network whose weights never change; training makes another network. */
public sealed interface Network permits DenseNetwork, RowNetwork, ScoreNetwork {
  int inputs();

  int outputs();

  /** All weights and biases. */
  List<Layer> layers();

  /** The same network with other weights. */
  Network with(List<Layer> layers);

  /** The outputs for one input. */
  float[] forward(float[] input);

  /** Forward passes for inputs that differ little, with the outputs of forward up to rounding. */
  default ForwardSeries series() {
    return this::forward;
  }

  /** The outputs for a batch of inputs, one in each row, with all that a backward pass needs. */
  Pass forward(float[][] inputs);

  /**
   * The same, for a loss that depends on some outputs only; any other output may be 0.
   *
   * @param needed the outputs that the loss depends on, one row for each input
   */
  default Pass forward(float[][] inputs, boolean[][] needed) {
    return forward(inputs);
  }

  /** The results of a forward pass over a batch, from which the backward pass gets gradients. */
  interface Pass {
    /** The outputs of the network, one row for each input. */
    float[][] outputs();

    /**
     * The gradients of a loss with respect to all weights and biases, summed over the batch.
     *
     * @param outputGradients the gradients of the loss with respect to the outputs, one row for
     *     each input; for the mean over a batch, divided by its size
     */
    Gradients backward(float[][] outputGradients);
  }

  /** Refuses an input of another width. */
  default void requireWidth(float[] input) {
    if (input.length != inputs()) {
      throw new IllegalArgumentException(
          "a network of %d inputs cannot take %d".formatted(inputs(), input.length));
    }
  }

  /** The number of weights and biases. */
  default int parameters() {
    return layers().stream().mapToInt(layer -> (layer.inputs() + 1) * layer.outputs()).sum();
  }
}
