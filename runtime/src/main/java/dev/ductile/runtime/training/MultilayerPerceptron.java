package dev.ductile.runtime.training;

import dev.ductile.runtime.data.Examples;
import dev.ductile.runtime.data.Mix;
import dev.ductile.runtime.parameters.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A multi-layer perceptron: linear layers with rectifiers between them and a softmax at the end.
 * Without hidden layers it is softmax regression.
 */
final class MultilayerPerceptron implements Predictor {
  /** Of a neuron with more inputs than this, few inputs are other than zero at once. */
  private static final int MOST_INPUTS = 1_024;

  private final int layers;
  private final int[] sizes;
  private final boolean bias;
  private final long seed;
  private final List<Tensor> tensors;
  private final float[][] outputs;
  private final float[][] slopes;

  /**
   * A network.
   *
   * @param sizes features, hidden layers, classes
   */
  MultilayerPerceptron(List<Integer> sizes, boolean keyed, boolean bias, long seed) {
    this.sizes = sizes.stream().mapToInt(Integer::intValue).toArray();
    this.layers = sizes.size() - 1;
    this.bias = bias;
    this.seed = seed;
    outputs = new float[layers][];
    slopes = new float[layers][];
    var made = new ArrayList<Tensor>();
    for (int layer = 0; layer < layers; layer++) {
      int width = this.sizes[layer + 1];
      String number = layers == 1 ? "" : String.valueOf(layer);
      made.add(new Tensor("weight" + number, this.sizes[layer], width, keyed && layer == 0));
      if (bias) {
        made.add(new Tensor("bias" + number, 1, width, false));
      }
      outputs[layer] = new float[width];
      slopes[layer] = new float[width];
    }
    tensors = List.copyOf(made);
  }

  private int weight(int layer) {
    return bias ? 2 * layer : layer;
  }

  @Override
  public List<Tensor> tensors() {
    return tensors;
  }

  @Override
  public boolean isRegularized(int tensor) {
    return !bias || tensor % 2 == 0;
  }

  /**
   * Zeros for softmax regression and for biases; otherwise as He et al. (ICCV 2015, Section 2.2),
   * each row from its own stream.
   */
  @Override
  public void begin(int tensor, int firstRow, int rows, float[] into) {
    Tensor shape = tensors.get(tensor);
    if (layers == 1 || !isRegularized(tensor)) {
      Arrays.fill(into, 0, rows * shape.width(), 0);
      return;
    }
    double bound = Math.sqrt(6.0 / Math.min(shape.rows(), MOST_INPUTS));
    for (int row = 0; row < rows; row++) {
      var random = new SplittableRandom(Mix.of(seed, tensor, firstRow + row));
      for (int i = 0; i < shape.width(); i++) {
        into[row * shape.width() + i] = (float) ((2 * random.nextDouble() - 1) * bound);
      }
    }
  }

  @Override
  public int outputs() {
    return sizes[layers];
  }

  @Override
  public void scores(Batch batch, int from, int to, Parameters parameters, float[] into) {
    int place = 0;
    for (Batch.Slice slice : batch.slices(from, to)) {
      for (int i = 0; i < slice.count(); i++) {
        forward(slice.examples(), slice.number(i), parameters);
        System.arraycopy(outputs[layers - 1], 0, into, place, outputs());
        place += outputs();
      }
    }
  }

  @Override
  public double accumulate(
      Batch batch, int from, int to, Parameters parameters, Gradient gradient) {
    double losses = 0;
    for (Batch.Slice slice : batch.slices(from, to)) {
      for (int i = 0; i < slice.count(); i++) {
        int example = slice.number(i);
        forward(slice.examples(), example, parameters);
        losses += softmax(place(slice.examples().labels()[example]));
        backward(slice.examples(), example, parameters, gradient);
      }
    }
    return losses;
  }

  private void forward(Examples examples, int example, Parameters parameters) {
    for (int layer = 0; layer < layers; layer++) {
      float[] out = outputs[layer];
      if (bias) {
        System.arraycopy(parameters.tensor(weight(layer) + 1), 0, out, 0, out.length);
      } else {
        Arrays.fill(out, 0);
      }
      float[] weights = parameters.tensor(weight(layer));
      if (layer == 0) {
        Linear.multiply(examples, example, weights, out);
      } else {
        Linear.multiply(outputs[layer - 1], weights, out);
      }
      if (layer < layers - 1) {
        for (int i = 0; i < out.length; i++) {
          out[i] = Math.max(0, out[i]);
        }
      }
    }
  }

  /** The output of a label's class; of two classes the labels are -1 and 1. */
  private int place(float label) {
    return outputs[layers - 1].length == 2 ? (label > 0 ? 1 : 0) : (int) label;
  }

  /** Computes the last layer's slopes from its outputs, and returns the loss. */
  private double softmax(int label) {
    float[] scores = outputs[layers - 1];
    float[] slope = slopes[layers - 1];
    float most = scores[0];
    for (float score : scores) {
      most = Math.max(most, score);
    }
    double sum = 0;
    for (int i = 0; i < scores.length; i++) {
      double power = Math.exp(scores[i] - most);
      slope[i] = (float) power;
      sum += power;
    }
    for (int i = 0; i < slope.length; i++) {
      slope[i] = (float) (slope[i] / sum);
    }
    slope[label] -= 1;
    return Math.log(sum) + most - scores[label];
  }

  private void backward(Examples examples, int example, Parameters parameters, Gradient gradient) {
    for (int layer = layers - 1; layer >= 0; layer--) {
      float[] slope = slopes[layer];
      float[] sums = gradient.sums(weight(layer));
      if (bias) {
        Linear.add(1, slope, 0, gradient.sums(weight(layer) + 1), 0, slope.length);
      }
      if (layer == 0) {
        Linear.addOuter(examples, example, slope, sums);
      } else {
        float[] below = outputs[layer - 1];
        float[] weights = parameters.tensor(weight(layer));
        for (int i = 0; i < below.length; i++) {
          boolean awake = below[i] > 0;
          slopes[layer - 1][i] =
              awake ? Linear.dot(weights, i * slope.length, slope, 0, slope.length) : 0;
          if (awake) {
            Linear.add(below[i], slope, 0, sums, i * slope.length, slope.length);
          }
        }
      }
    }
  }
}
