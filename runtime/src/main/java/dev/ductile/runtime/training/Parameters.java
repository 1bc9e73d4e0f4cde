package dev.ductile.runtime.training;

import dev.ductile.runtime.parameters.Tensor;
import java.util.List;

/**
 * A worker's parameters: one array for each tensor, row after row. Of a keyed tensor it has the
 * rows of a batch, in the order of {@link Batch#rows}; of any other tensor all rows.
 */
public final class Parameters {
  private final List<Tensor> tensors;
  private final float[][] numbers;

  public Parameters(List<Tensor> tensors) {
    this.tensors = List.copyOf(tensors);
    numbers = new float[tensors.size()][];
    for (int t = 0; t < numbers.length; t++) {
      Tensor tensor = tensors.get(t);
      numbers[t] = new float[tensor.keyed() ? 0 : Math.toIntExact(tensor.floats())];
    }
  }

  /** Makes room for the rows of a batch; the former content of keyed tensors is void. */
  public void fit(Batch batch) {
    for (int t = 0; t < numbers.length; t++) {
      Tensor tensor = tensors.get(t);
      if (tensor.keyed()) {
        numbers[t] = Gradient.atLeast(numbers[t], batch.rowCount(), tensor.width());
      }
    }
  }

  /** The array may be longer than the rows. */
  public float[] tensor(int number) {
    return numbers[number];
  }
}
