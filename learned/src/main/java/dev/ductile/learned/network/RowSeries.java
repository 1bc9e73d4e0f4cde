package dev.ductile.learned.network;

import java.util.Arrays;

/**
 * Forward passes of a network of rows. It keeps the sums of the first layer that depend on one row
 * alone, and computes those that depend on all rows once for each pass.
 */
final class RowSeries implements ForwardSeries {
  private final RowNetwork network;
  private final SparseRow sparse;
  private final float[] input;

  /** The part of each row in the sums of the first layer; the last one belongs to no row. */
  private final float[][] own;

  private final float[] common;
  private final float[] first;
  private final float[][] buffers;

  RowSeries(RowNetwork network) {
    this.network = network;
    this.sparse = new SparseRow(network.shared().widest());
    this.input = new float[network.inputs()];
    this.own = new float[network.rows() + 1][firstLayer().outputs()];
    this.common = new float[firstLayer().outputs()];
    this.first = new float[firstLayer().outputs()];
    this.buffers = network.shared().buffers();
    multiply(network.inputOfNoRow(), new float[common.length], own[network.rows()]);
  }

  @Override
  public float[] outputs(float[] next) {
    network.requireWidth(next);
    for (int row = 0; row < network.rows(); row++) {
      int start = row * network.columns();
      int end = start + network.columns();
      if (Arrays.mismatch(next, start, end, input, start, end) >= 0) {
        multiply(network.inputOfRow(next, row), new float[common.length], own[row]);
      }
    }
    System.arraycopy(next, 0, input, 0, next.length);
    int[] present = network.present(next);
    multiply(network.commonInput(next, present), firstLayer().biases(), common);
    float[] outputs = new float[network.outputs()];
    for (int i = 0; i <= present.length; i++) {
      add(i < present.length ? own[present[i]] : own[network.rows()]);
      network.put(network.shared().behindFirst(first, sparse, buffers), i, present, outputs);
    }
    return outputs;
  }

  private DenseNetwork.Layer firstLayer() {
    return network.layers().getFirst();
  }

  private void multiply(float[] values, float[] start, float[] sums) {
    System.arraycopy(start, 0, sums, 0, sums.length);
    sparse.ofRow(values).addProduct(firstLayer().weights(), sums);
  }

  private void add(float[] part) {
    for (int to = 0; to < first.length; to++) {
      first[to] = common[to] + part[to];
    }
  }
}
