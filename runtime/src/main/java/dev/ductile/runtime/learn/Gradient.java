package dev.ductile.runtime.learn;

import dev.ductile.runtime.state.Tensor;
import java.util.Arrays;
import java.util.List;

/** A sum of gradients; of keyed tensors it knows which rows were touched. */
public final class Gradient {
  private final float[][] sums;
  private final Rows[] rows;

  public Gradient(List<Tensor> tensors) {
    sums = new float[tensors.size()][];
    rows = new Rows[tensors.size()];
    for (int t = 0; t < sums.length; t++) {
      Tensor tensor = tensors.get(t);
      sums[t] = new float[Math.toIntExact(tensor.floats())];
      rows[t] = new Rows(tensor.keyed() ? tensor.rows() : 0);
    }
  }

  public float[] sums(int tensor) {
    return sums[tensor];
  }

  /** The rows of a keyed tensor that are not zero. */
  public Rows rows(int tensor) {
    return rows[tensor];
  }

  /** Makes all of it zero again, in time of what was touched. */
  public void clear(List<Tensor> tensors) {
    for (int t = 0; t < sums.length; t++) {
      int width = tensors.get(t).width();
      if (tensors.get(t).keyed()) {
        for (int i = 0; i < rows[t].count(); i++) {
          int from = rows[t].get(i) * width;
          Arrays.fill(sums[t], from, from + width, 0);
        }
        rows[t].clear();
      } else {
        Arrays.fill(sums[t], 0);
      }
    }
  }
}
