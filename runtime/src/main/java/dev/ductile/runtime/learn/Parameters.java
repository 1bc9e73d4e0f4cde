package dev.ductile.runtime.learn;

import dev.ductile.runtime.state.Tensor;
import java.util.List;

/**
 * A worker's numbers: one array for each tensor, row after row. Of a keyed tensor only the rows
 * that were pulled are right.
 */
public final class Parameters {
  private final float[][] tensors;

  public Parameters(List<Tensor> tensors) {
    this.tensors = new float[tensors.size()][];
    for (int t = 0; t < this.tensors.length; t++) {
      this.tensors[t] = new float[Math.toIntExact(tensors.get(t).floats())];
    }
  }

  public float[] tensor(int number) {
    return tensors[number];
  }
}
