package dev.ductile.runtime.training;

import dev.ductile.runtime.parameters.Tensor;
import java.util.Arrays;
import java.util.List;

/** A sum of gradients, laid out as {@link Parameters}. */
public final class Gradient {
  private final List<Tensor> tensors;
  private final float[][] sums;

  public Gradient(List<Tensor> tensors) {
    this.tensors = List.copyOf(tensors);
    sums = new float[tensors.size()][];
    for (int t = 0; t < sums.length; t++) {
      Tensor tensor = tensors.get(t);
      sums[t] = new float[tensor.keyed() ? 0 : Math.toIntExact(tensor.floats())];
    }
  }

  /** Sets all sums to zero, and makes room for the rows of a batch. */
  public void begin(Batch batch) {
    for (int t = 0; t < sums.length; t++) {
      Tensor tensor = tensors.get(t);
      if (tensor.keyed()) {
        sums[t] = atLeast(sums[t], batch.rowCount(), tensor.width());
        Arrays.fill(sums[t], 0, batch.rowCount() * tensor.width(), 0);
      } else {
        Arrays.fill(sums[t], 0);
      }
    }
  }

  /** The array may be longer than the rows. */
  public float[] sums(int tensor) {
    return sums[tensor];
  }

  static float[] atLeast(float[] array, int rows, int width) {
    int needed = Math.multiplyExact(rows, width);
    return array.length >= needed
        ? array
        : new float[(int) Math.min(Integer.MAX_VALUE - 8L, needed + needed / 2L)];
  }
}
