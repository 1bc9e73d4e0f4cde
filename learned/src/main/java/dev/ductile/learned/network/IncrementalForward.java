package dev.ductile.learned.network;

import java.util.Arrays;

/**
 * The outputs of a network for inputs that each differ in few values from the input before. It
 * keeps the sums of the first layer and adds the differences to them. The sums are doubles, so that
 * their rounding stays far below that of a forward pass.
 */
final class IncrementalForward implements ForwardSeries {
  private final DenseNetwork network;
  private final SparseRow sparse;
  private final float[] input;
  private final double[] sums;

  IncrementalForward(DenseNetwork network) {
    this.network = network;
    this.sparse = new SparseRow(network.widest());
    this.input = new float[network.inputs()];
    float[] biases = network.layers().getFirst().biases();
    this.sums = new double[biases.length];
    for (int to = 0; to < sums.length; to++) {
      sums[to] = biases[to];
    }
  }

  @Override
  public float[] outputs(float[] next) {
    network.requireWidth(next);
    int at = changed(next, 0);
    while (at < input.length) {
      addRow((double) next[at] - input[at], network.layers().getFirst().weights()[at]);
      input[at] = next[at];
      at = changed(next, at + 1);
    }
    float[] first = new float[sums.length];
    for (int to = 0; to < first.length; to++) {
      first[to] = (float) sums[to];
    }
    return network.behindFirst(first, sparse);
  }

  /** The first changed value from an index on; the length of the input if there is none. */
  private int changed(float[] next, int from) {
    int offset = Arrays.mismatch(next, from, next.length, input, from, next.length);
    return offset < 0 ? next.length : from + offset;
  }

  private void addRow(double factor, float[] row) {
    for (int to = 0; to < sums.length; to++) {
      sums[to] += factor * row[to];
    }
  }
}
