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
    int[] present = present(input);
    float[][] inputs = rowInputs(input, present);
    float[] outputs = new float[outputs()];
    for (int i = 0; i < inputs.length; i++) {
      put(shared.forward(inputs[i]), i, present, outputs);
    }
    return outputs;
  }

  @Override
  public ForwardSeries series() {
    return new RowSeries(this);
  }

  @Override
  public Pass forward(float[][] inputs) {
    var present = new ArrayList<int[]>();
    var all = new ArrayList<float[]>();
    for (float[] input : inputs) {
      int[] rowsOfInput = present(input);
      present.add(rowsOfInput);
      all.addAll(List.of(rowInputs(input, rowsOfInput)));
    }
    Pass pass = shared.forward(all.toArray(float[][]::new));
    return new RowPass(this, present, pass, outputs(present, pass.outputs()));
  }

  private float[][] outputs(List<int[]> present, float[][] ofRows) {
    float[][] outputs = new float[present.size()][outputs()];
    int next = 0;
    for (int input = 0; input < outputs.length; input++) {
      int[] rowsOfInput = present.get(input);
      for (int i = 0; i <= rowsOfInput.length; i++) {
        put(ofRows[next], i, rowsOfInput, outputs[input]);
        next++;
      }
    }
    return outputs;
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

  /** The input of the shared network for each present row, and a last one for no row. */
  private float[][] rowInputs(float[] input, int[] present) {
    float[] common = commonInput(input, present);
    float[][] inputs = new float[present.length + 1][];
    for (int i = 0; i < present.length; i++) {
      inputs[i] = common.clone();
      writeRow(input, present[i] * columns, inputs[i]);
    }
    inputs[present.length] = common;
    common[common.length - 1] = 1;
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
    writeRow(input, row * columns, own);
    return own;
  }

  /** The inputs of the shared network that show that there is no row; the others are 0. */
  float[] inputOfNoRow() {
    float[] own = new float[shared.inputs()];
    own[own.length - 1] = 1;
    return own;
  }

  private void writeRow(float[] input, int start, float[] to) {
    System.arraycopy(input, start, to, 0, columns);
    for (int figure = 0; figure < figures; figure++) {
      float value = input[start + columns - figures + figure];
      to[2 * columns + figure] = (float) Math.log(value + LEAST);
    }
  }

  /** Puts the outputs of a row where they belong. */
  void put(float[] ofRow, int i, int[] present, float[] outputs) {
    if (i < present.length) {
      System.arraycopy(ofRow, 0, outputs, present[i] * ofRow.length, ofRow.length);
    } else {
      outputs[outputs.length - 1] = ofRow[0];
    }
  }

  private record RowPass(RowNetwork network, List<int[]> present, Pass pass, float[][] outputs)
      implements Pass {
    @Override
    public Gradients backward(float[][] outputGradients) {
      int width = network.shared.outputs();
      float[][] gradients = new float[pass.outputs().length][width];
      int next = 0;
      for (int input = 0; input < outputGradients.length; input++) {
        for (int row : present.get(input)) {
          System.arraycopy(outputGradients[input], row * width, gradients[next], 0, width);
          next++;
        }
        gradients[next][0] = outputGradients[input][network.outputs() - 1];
        next++;
      }
      return pass.backward(gradients);
    }
  }
}
