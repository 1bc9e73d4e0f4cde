package dev.ductile.learned.network;

import dev.ductile.api.Seed;
import dev.ductile.learned.network.DenseNetwork.Layer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One dense network for every row of a matrix (deep sets: Zaheer et al., NIPS 2017). It sees a row
 * and the sums of all rows, so that what it learns of one row holds for all, and the order of the
 * rows has no influence. A last pass without a row gives the output that belongs to no row.
 *
 * <p>A row without any value is absent; its outputs are 0.
 *
 * @param rows the rows of an input
 * @param columns the values of a row
 * @param figures the last values of a row, none of them negative, which are also seen as logarithms
 * @param shared the network of a row
 */
public record RowNetwork(int rows, int columns, int figures, DenseNetwork shared)
    implements Network {
  private static final float SUM = 0.1f;
  private static final float LEAST = 0.01f;

  public RowNetwork {
    if (shared.inputs() != inputsOfRow(columns, figures)) {
      throw new IllegalArgumentException(
          "a network of %d inputs cannot take rows of %d values"
              .formatted(shared.inputs(), columns));
    }
  }

  /**
   * A network with random weights.
   *
   * @param outputs the outputs of a row
   * @param hidden the sizes of the hidden layers
   */
  public static RowNetwork random(
      Seed seed, int rows, int columns, int figures, int outputs, List<Integer> hidden) {
    int inputs = inputsOfRow(columns, figures);
    return new RowNetwork(
        rows, columns, figures, DenseNetwork.random(seed, inputs, hidden, outputs));
  }

  private static int inputsOfRow(int columns, int figures) {
    return 2 * columns + figures + 2;
  }

  @Override
  public int inputs() {
    return rows * columns;
  }

  @Override
  public int outputs() {
    return rows * shared.outputs() + 1;
  }

  @Override
  public List<Layer> layers() {
    return shared.layers();
  }

  @Override
  public RowNetwork with(List<Layer> layers) {
    return new RowNetwork(rows, columns, figures, new DenseNetwork(layers));
  }

  @Override
  public float[] forward(float[] input) {
    return forward(new float[][] {input}).outputs()[0];
  }

  @Override
  public ForwardSeries series() {
    return new RowSeries(this);
  }

  @Override
  public Pass forward(float[][] inputs) {
    boolean[] all = new boolean[outputs()];
    Arrays.fill(all, true);
    boolean[][] needed = new boolean[inputs.length][];
    Arrays.fill(needed, all);
    return forward(inputs, needed);
  }

  @Override
  public Pass forward(float[][] inputs, boolean[][] needed) {
    var passes = new ArrayList<RowsPass>();
    float[][] outputs = new float[inputs.length][outputs()];
    for (int i = 0; i < inputs.length; i++) {
      requireWidth(inputs[i]);
      int[] present = present(inputs[i]);
      float[] common = commonInput(inputs[i], present);
      int[] rowsOfInput = neededOf(present, needed[i]);
      ForwardPass pass = shared.forward(ownInputs(inputs[i], rowsOfInput), common);
      for (int row = 0; row <= rowsOfInput.length; row++) {
        put(pass.outputs()[row], row, rowsOfInput, outputs[i]);
      }
      passes.add(new RowsPass(rowsOfInput, pass));
    }
    return new BatchPass(shared, passes, outputs);
  }

  /** Those of some rows that have a needed output. */
  private int[] neededOf(int[] some, boolean[] needed) {
    return Arrays.stream(some).filter(row -> isNeeded(row, needed)).toArray();
  }

  private boolean isNeeded(int row, boolean[] needed) {
    int width = shared.outputs();
    for (int output = row * width; output < (row + 1) * width; output++) {
      if (needed[output]) {
        return true;
      }
    }
    return false;
  }

  /** The rows that have values. */
  int[] present(float[] input) {
    int[] present = new int[rows];
    int size = 0;
    for (int row = 0; row < rows; row++) {
      boolean isPresent = false;
      for (int column = 0; column < columns && !isPresent; column++) {
        isPresent = input[row * columns + column] != 0;
      }
      present[size] = row;
      size += isPresent ? 1 : 0;
    }
    return Arrays.copyOf(present, size);
  }

  /**
   * The inputs of the shared network that depend on each of some rows, and last those of no row.
   */
  private float[][] ownInputs(float[] input, int[] some) {
    float[][] inputs = new float[some.length + 1][];
    for (int i = 0; i < some.length; i++) {
      inputs[i] = inputOfRow(input, some[i]);
    }
    inputs[some.length] = inputOfNoRow();
    return inputs;
  }

  /** The inputs of the shared network that are the same for all rows; the others are 0. */
  float[] commonInput(float[] input, int[] present) {
    float[] common = new float[shared.inputs()];
    for (int row : present) {
      for (int column = 0; column < columns; column++) {
        common[columns + column] += SUM * input[row * columns + column];
      }
    }
    common[2 * columns + figures] = SUM * present.length;
    return common;
  }

  /** The inputs of the shared network that depend on one row; the others are 0. */
  float[] inputOfRow(float[] input, int row) {
    float[] own = new float[shared.inputs()];
    int start = row * columns;
    System.arraycopy(input, start, own, 0, columns);
    for (int figure = 0; figure < figures; figure++) {
      float value = input[start + columns - figures + figure];
      own[2 * columns + figure] = (float) Math.log(value + LEAST);
    }
    return own;
  }

  /** The inputs of the shared network that show that there is no row; the others are 0. */
  float[] inputOfNoRow() {
    float[] own = new float[shared.inputs()];
    own[own.length - 1] = 1;
    return own;
  }

  /** Puts the outputs of a row where they belong. */
  void put(float[] ofRow, int i, int[] present, float[] outputs) {
    if (i < present.length) {
      System.arraycopy(ofRow, 0, outputs, present[i] * ofRow.length, ofRow.length);
    } else {
      outputs[outputs.length - 1] = ofRow[0];
    }
  }

  /** The pass of the shared network for some rows of an input, and last for no row. */
  private static final class RowsPass {
    private final int[] rows;
    private final ForwardPass pass;

    private RowsPass(int[] rows, ForwardPass pass) {
      this.rows = rows;
      this.pass = pass;
    }

    private void backward(float[] outputGradients, BackwardPass sums) {
      int width = pass.outputs()[0].length;
      float[][] gradients = new float[rows.length + 1][];
      for (int i = 0; i < rows.length; i++) {
        int start = rows[i] * width;
        gradients[i] = Arrays.copyOfRange(outputGradients, start, start + width);
      }
      gradients[rows.length] = new float[width];
      gradients[rows.length][0] = outputGradients[outputGradients.length - 1];
      pass.backward(gradients, sums);
    }
  }

  private static final class BatchPass implements Pass {
    private final DenseNetwork shared;
    private final List<RowsPass> passes;
    private final float[][] outputs;

    private BatchPass(DenseNetwork shared, List<RowsPass> passes, float[][] outputs) {
      this.shared = shared;
      this.passes = passes;
      this.outputs = outputs;
    }

    @Override
    public float[][] outputs() {
      return outputs;
    }

    @Override
    public Gradients backward(float[][] outputGradients) {
      var sums = new BackwardPass(shared);
      for (int input = 0; input < outputGradients.length; input++) {
        passes.get(input).backward(outputGradients[input], sums);
      }
      return sums.gradients();
    }
  }
}
