package dev.ductile.runtime.training;

import dev.ductile.runtime.parameters.Tensor;
import java.util.List;
import java.util.Optional;

/** A model: its parameters, its loss and the gradient of the loss. */
public interface Model {
  List<Tensor> tensors();

  /** Whether a tensor is regularised (l1, l2); a bias is not. */
  boolean isRegularized(int tensor);

  /** The initial values of rows of a tensor, the same in every process. */
  void begin(int tensor, int firstRow, int rows, float[] into);

  /**
   * Adds the gradients of the loss at some examples; regularisation is the optimiser's.
   *
   * @param from the first example's index in the batch
   * @param to behind the last
   * @return the sum of the losses
   */
  double accumulate(Batch batch, int from, int to, Parameters parameters, Gradient gradient);

  /**
   * The parameters at the last accepted point, if they are needed beside the pulled ones: room for
   * the rows of the batch, to be filled before computing.
   *
   * @param pulled the parameters that were pulled for the step
   */
  default Optional<Parameters> alsoNeeds(Batch batch, Parameters pulled) {
    return Optional.empty();
  }
}
