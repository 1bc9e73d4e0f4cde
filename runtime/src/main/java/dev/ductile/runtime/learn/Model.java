package dev.ductile.runtime.learn;

import dev.ductile.runtime.data.Examples;
import dev.ductile.runtime.state.Tensor;
import java.util.List;

/** Something that learns: its parameters, its loss and the gradient of it. */
public interface Model {
  List<Tensor> tensors();

  /** The numbers that rows of a tensor begin with, the same wherever they are made. */
  void begin(int tensor, int firstRow, int rows, float[] into);

  /**
   * Adds the gradients of the loss at some examples; regularisation is the optimiser's.
   *
   * @param order the examples' numbers
   * @param from the first place in {@code order}
   * @param to behind the last
   * @return the sum of the losses
   */
  double accumulate(
      Examples examples, int[] order, int from, int to, Parameters parameters, Gradient gradient);
}
