package dev.ductile.runtime.training;

import dev.ductile.runtime.parameters.Tensor;
import java.util.List;
import java.util.Optional;

/** Something that learns: its parameters, its loss and the gradient of it. */
public interface Model {
  List<Tensor> tensors();

  /** Whether a tensor's numbers are kept small (l1, l2); those of a bias are not. */
  boolean isRegularized(int tensor);

  /** The numbers that rows of a tensor begin with, the same wherever they are made. */
  void begin(int tensor, int firstRow, int rows, float[] into);

  /**
   * Adds the gradients of the loss at some examples; regularisation is the optimiser's.
   *
   * @param from the first example's place in the batch
   * @param to behind the last
   * @return the sum of the losses
   */
  double accumulate(Batch batch, int from, int to, Parameters parameters, Gradient gradient);

  /**
   * The parameters at the last accepted point, where that is needed beside what was pulled: room
   * for the rows of the batch, to be filled before computing.
   *
   * @param pulled what was pulled for the step
   */
  default Optional<Parameters> alsoNeeds(Batch batch, Parameters pulled) {
    return Optional.empty();
  }
}
