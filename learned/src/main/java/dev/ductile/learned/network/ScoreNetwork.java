package dev.ductile.learned.network;

import dev.ductile.api.Seed;
import dev.ductile.learned.network.DenseNetwork.Layer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One dense network that sees each row of a matrix by itself; the last output, of no row, is 0. So
 * any number of rows can be judged, and a change of one row changes its outputs only.
 *
 * <p>A row without any value is absent; its outputs are 0.
 *
 * @param rows the rows of an input
 * @param columns the values of a row
 * @param shared the network of a row
 */
public record ScoreNetwork(int rows, int columns, DenseNetwork shared) implements Network {
  public ScoreNetwork {
    if (shared.inputs() != columns) {
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
  public static ScoreNetwork random(
      Seed seed, int rows, int columns, int outputs, List<Integer> hidden) {
    return new ScoreNetwork(rows, columns, DenseNetwork.random(seed, columns, hidden, outputs));
  }

  /** The same network for another number of rows. */
  public ScoreNetwork of(int otherRows) {
    return new ScoreNetwork(otherRows, columns, shared);
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
  public ScoreNetwork with(List<Layer> layers) {
    return new ScoreNetwork(rows, columns, new DenseNetwork(layers));
  }

  @Override
  public float[] forward(float[] input) {
    return series().outputs(input);
  }

  @Override
  public ForwardSeries series() {
    float[] before = new float[inputs()];
    float[] outputs = new float[outputs()];
    return next -> {
      requireWidth(next);
      for (int row = 0; row < rows; row++) {
        int start = row * columns;
        if (Arrays.mismatch(next, start, start + columns, before, start, start + columns) >= 0) {
          System.arraycopy(ofRow(next, row), 0, outputs, row * shared.outputs(), shared.outputs());
        }
      }
      System.arraycopy(next, 0, before, 0, next.length);
      return outputs.clone();
    };
  }

  private float[] ofRow(float[] input, int row) {
    float[] values = row(input, row);
    return SparseRow.isZero(values) ? new float[shared.outputs()] : shared.forward(values);
  }

  private float[] row(float[] input, int row) {
    return Arrays.copyOfRange(input, row * columns, (row + 1) * columns);
  }

  @Override
  public Pass forward(float[][] inputs) {
    var present = new ArrayList<Present>();
    var all = new ArrayList<float[]>();
    for (int input = 0; input < inputs.length; input++) {
      requireWidth(inputs[input]);
      for (int row = 0; row < rows; row++) {
        float[] values = row(inputs[input], row);
        if (!SparseRow.isZero(values)) {
          present.add(new Present(input, row * shared.outputs()));
          all.add(values);
        }
      }
    }
    Pass pass = shared.forward(all.toArray(float[][]::new));
    return new ScorePass(
        shared.outputs(), present, pass, outputs(inputs.length, present, pass.outputs()));
  }

  private float[][] outputs(int inputs, List<Present> present, float[][] ofRows) {
    float[][] outputs = new float[inputs][outputs()];
    for (int i = 0; i < ofRows.length; i++) {
      Present row = present.get(i);
      System.arraycopy(ofRows[i], 0, outputs[row.input()], row.start(), ofRows[i].length);
    }
    return outputs;
  }

  /**
   * A row of an input.
   *
   * @param start the index of its first output
   */
  private record Present(int input, int start) {}

  private static final class ScorePass implements Pass {
    private final int width;
    private final List<Present> present;
    private final Pass pass;
    private final float[][] outputs;

    private ScorePass(int width, List<Present> present, Pass pass, float[][] outputs) {
      this.width = width;
      this.present = present;
      this.pass = pass;
      this.outputs = outputs;
    }

    @Override
    public float[][] outputs() {
      return outputs;
    }

    @Override
    public Gradients backward(float[][] outputGradients) {
      float[][] gradients = new float[present.size()][];
      for (int i = 0; i < gradients.length; i++) {
        Present row = present.get(i);
        gradients[i] =
            Arrays.copyOfRange(outputGradients[row.input()], row.start(), row.start() + width);
      }
      return pass.backward(gradients);
    }
  }
}
