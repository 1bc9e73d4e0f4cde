package dev.ductile.runtime.learn;

import dev.ductile.runtime.data.Examples;
import dev.ductile.runtime.state.Tensor;
import java.util.Arrays;
import java.util.List;

/** A model whose score is one number, linear in the features. */
final class ScalarModel implements Smooth, Predictor {
  private static final int WEIGHT = 0;
  private static final int BIAS = 1;

  private final Loss loss;
  private final boolean bias;
  private final List<Tensor> tensors;

  ScalarModel(Loss loss, int features, boolean keyed, boolean bias) {
    this.loss = loss;
    this.bias = bias;
    var weight = new Tensor("weight", features, 1, keyed);
    tensors = bias ? List.of(weight, new Tensor("bias", 1, 1, false)) : List.of(weight);
  }

  @Override
  public List<Tensor> tensors() {
    return tensors;
  }

  @Override
  public boolean isRegularized(int tensor) {
    return tensor == WEIGHT;
  }

  @Override
  public void begin(int tensor, int firstRow, int rows, float[] into) {
    Arrays.fill(into, 0, rows * tensors.get(tensor).width(), 0);
  }

  @Override
  public int outputs() {
    return 1;
  }

  @Override
  public void scores(Batch batch, int from, int to, Parameters parameters, float[] into) {
    float[] weight = parameters.tensor(WEIGHT);
    double constant = constant(parameters);
    int place = 0;
    for (Batch.Slice slice : batch.slices(from, to)) {
      for (int i = 0; i < slice.count(); i++) {
        double score = constant + Linear.dot(slice.examples(), slice.number(i), weight);
        into[place++] = (float) score;
      }
    }
  }

  @Override
  public double accumulate(
      Batch batch, int from, int to, Parameters parameters, Gradient gradient) {
    float[] weight = parameters.tensor(WEIGHT);
    float[] sum = gradient.sums(WEIGHT);
    double constant = constant(parameters);
    double losses = 0;
    double slopes = 0;
    for (Batch.Slice slice : batch.slices(from, to)) {
      Examples examples = slice.examples();
      for (int i = 0; i < slice.count(); i++) {
        int example = slice.number(i);
        double label = examples.labels()[example];
        double score = constant + Linear.dot(examples, example, weight);
        double slope = loss.slope(score, label);
        losses += loss.value(score, label);
        slopes += slope;
        if (slope != 0) {
          Linear.add(examples, example, (float) slope, sum);
        }
      }
    }
    addToBias(gradient, slopes);
    return losses;
  }

  @Override
  public double bend(
      Batch batch, int from, int to, Parameters parameters, Gradient gradient, float[] curvature) {
    float[] weight = parameters.tensor(WEIGHT);
    float[] sum = gradient.sums(WEIGHT);
    double constant = constant(parameters);
    var at = new double[3];
    double losses = 0;
    double slopes = 0;
    int place = from;
    for (Batch.Slice slice : batch.slices(from, to)) {
      Examples examples = slice.examples();
      for (int i = 0; i < slice.count(); i++) {
        int example = slice.number(i);
        double score = constant + Linear.dot(examples, example, weight);
        loss.all(score, examples.labels()[example], at);
        losses += at[0];
        slopes += at[1];
        curvature[place++] = (float) at[2];
        if (at[1] != 0) {
          Linear.add(examples, example, (float) at[1], sum);
        }
      }
    }
    addToBias(gradient, slopes);
    return losses;
  }

  @Override
  public void curve(Batch batch, int from, int to, Parameters parameters, float[] curvature) {
    float[] weight = parameters.tensor(WEIGHT);
    double constant = constant(parameters);
    int place = from;
    for (Batch.Slice slice : batch.slices(from, to)) {
      Examples examples = slice.examples();
      for (int i = 0; i < slice.count(); i++) {
        int example = slice.number(i);
        double score = constant + Linear.dot(examples, example, weight);
        curvature[place++] = (float) loss.curvature(score, examples.labels()[example]);
      }
    }
  }

  @Override
  public double multiply(
      Batch batch, int from, int to, Parameters direction, Gradient gradient, float[] curvature) {
    float[] along = direction.tensor(WEIGHT);
    float[] sum = gradient.sums(WEIGHT);
    double constant = constant(direction);
    double product = 0;
    double constants = 0;
    int place = from;
    for (Batch.Slice slice : batch.slices(from, to)) {
      Examples examples = slice.examples();
      for (int i = 0; i < slice.count(); i++) {
        int example = slice.number(i);
        double score = constant + Linear.dot(examples, example, along);
        double bent = curvature[place++] * score;
        product += bent * score;
        constants += bent;
        if (bent != 0) {
          Linear.add(examples, example, (float) bent, sum);
        }
      }
    }
    addToBias(gradient, constants);
    return product;
  }

  @Override
  public double square(Batch batch, int from, int to, Parameters parameters, Gradient gradient) {
    float[] weight = parameters.tensor(WEIGHT);
    float[] sum = gradient.sums(WEIGHT);
    double constant = constant(parameters);
    double losses = 0;
    for (Batch.Slice slice : batch.slices(from, to)) {
      Examples examples = slice.examples();
      for (int i = 0; i < slice.count(); i++) {
        int example = slice.number(i);
        double score = constant + Linear.dot(examples, example, weight);
        losses += loss.value(score, examples.labels()[example]);
        Linear.addSquares(examples, example, sum);
      }
    }
    addToBias(gradient, to - from);
    return losses;
  }

  private double constant(Parameters parameters) {
    return bias ? parameters.tensor(BIAS)[0] : 0;
  }

  private void addToBias(Gradient gradient, double sum) {
    if (bias) {
      gradient.sums(BIAS)[0] += (float) sum;
    }
  }
}
