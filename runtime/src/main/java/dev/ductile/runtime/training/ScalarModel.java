package dev.ductile.runtime.training;

import dev.ductile.runtime.parameters.Tensor;
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
    Chunk chunk = chunk(batch, from, to, parameters);
    while (chunk.next()) {
      chunk.copyScores(into, from);
    }
  }

  @Override
  public double accumulate(
      Batch batch, int from, int to, Parameters parameters, Gradient gradient) {
    float[] sum = gradient.sums(WEIGHT);
    Chunk chunk = chunk(batch, from, to, parameters);
    double losses = 0;
    double slopes = 0;
    while (chunk.next()) {
      losses += chunk.judge(loss);
      slopes += chunk.factors();
      chunk.addTo(sum);
    }
    addToBias(gradient, slopes);
    return losses;
  }

  @Override
  public double bend(
      Batch batch, int from, int to, Parameters parameters, Gradient gradient, float[] curvature) {
    float[] sum = gradient.sums(WEIGHT);
    Chunk chunk = chunk(batch, from, to, parameters);
    double losses = 0;
    double slopes = 0;
    while (chunk.next()) {
      losses += chunk.judge(loss);
      slopes += chunk.factors();
      chunk.addTo(sum);
      chunk.copyCurvatures(curvature);
    }
    addToBias(gradient, slopes);
    return losses;
  }

  @Override
  public void curve(Batch batch, int from, int to, Parameters parameters, float[] curvature) {
    Chunk chunk = chunk(batch, from, to, parameters);
    while (chunk.next()) {
      chunk.judge(loss);
      chunk.copyCurvatures(curvature);
    }
  }

  @Override
  public double multiply(
      Batch batch, int from, int to, Parameters direction, Gradient gradient, float[] curvature) {
    float[] sum = gradient.sums(WEIGHT);
    Chunk chunk = chunk(batch, from, to, direction);
    double product = 0;
    double constants = 0;
    while (chunk.next()) {
      product += chunk.bend(curvature);
      constants += chunk.factors();
      chunk.addTo(sum);
    }
    addToBias(gradient, constants);
    return product;
  }

  @Override
  public double square(Batch batch, int from, int to, Parameters parameters, Gradient gradient) {
    float[] sum = gradient.sums(WEIGHT);
    Chunk chunk = chunk(batch, from, to, parameters);
    double losses = 0;
    while (chunk.next()) {
      losses += chunk.judge(loss);
      chunk.addSquaresTo(sum);
    }
    addToBias(gradient, to - from);
    return losses;
  }

  private Chunk chunk(Batch batch, int from, int to, Parameters parameters) {
    return new Chunk(batch, from, to, parameters.tensor(WEIGHT), constant(parameters));
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
