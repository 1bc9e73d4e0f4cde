package dev.ductile.learned.network;

import dev.ductile.learned.network.DenseNetwork.Layer;
import java.util.ArrayList;
import java.util.List;

/**
 * Gradient descent with a step size for each weight (Adam: Kingma and Ba, ICLR 2015, Algorithm 1).
 *
 * @param learningRate the size of a step
 * @param meanDecay the share of the mean of the gradients that one step keeps; beta 1
 * @param squareDecay the share of the mean of their squares that one step keeps; beta 2
 * @param epsilon the least divisor
 */
public record Adam(double learningRate, double meanDecay, double squareDecay, double epsilon) {
  public Adam {
    boolean decays = meanDecay >= 0 && meanDecay < 1 && squareDecay >= 0 && squareDecay < 1;
    if (!(learningRate > 0) || !(epsilon > 0) || !decays || Double.isInfinite(learningRate)) {
      throw new IllegalArgumentException(
          "learning rate %s, decays %s and %s and epsilon %s are no settings of Adam"
              .formatted(learningRate, meanDecay, squareDecay, epsilon));
    }
  }

  /** The decays and the epsilon of the paper. */
  public static Adam withRate(double learningRate) {
    return new Adam(learningRate, 0.9, 0.999, 1e-8);
  }

  /** One step against the gradients of a loss. */
  public TrainedNetwork step(TrainedNetwork before, Gradients gradients) {
    List<Layer> weights = before.network().layers();
    Gradients.requireSizes(weights, gradients.layers());
    long steps = before.steps() + 1;
    var recursion = new Recursion(this, steps);
    var next = new ArrayList<Layer>();
    var means = new ArrayList<Layer>();
    var squares = new ArrayList<Layer>();
    for (int i = 0; i < weights.size(); i++) {
      Layer gradient = gradients.layers().get(i);
      Layer mean = recursion.means(before.means().layers().get(i), gradient);
      Layer square = recursion.squares(before.squares().layers().get(i), gradient);
      next.add(recursion.weights(weights.get(i), mean, square));
      means.add(mean);
      squares.add(square);
    }
    return new TrainedNetwork(
        before.network().with(next), new Gradients(means), new Gradients(squares), steps);
  }

  /** The recursion of one step, with the corrections of its number. */
  private static final class Recursion {
    /** Makes numbers below 1e-32 zero; arithmetic on numbers below 1e-38 is slow. */
    private static final float FLUSH = 1e-25f;

    private final float meanDecay;
    private final float squareDecay;
    private final float rate;
    private final float correction;
    private final float epsilon;

    Recursion(Adam settings, double step) {
      meanDecay = (float) settings.meanDecay;
      squareDecay = (float) settings.squareDecay;
      rate = (float) (settings.learningRate / (1 - Math.pow(settings.meanDecay, step)));
      correction = (float) (1 / (1 - Math.pow(settings.squareDecay, step)));
      epsilon = (float) settings.epsilon;
    }

    Layer means(Layer means, Layer gradients) {
      float[][] rows = new float[means.inputs()][];
      for (int from = 0; from < rows.length; from++) {
        rows[from] = means(means.weights()[from], gradients.weights()[from]);
      }
      return new Layer(rows, means(means.biases(), gradients.biases()));
    }

    Layer squares(Layer squares, Layer gradients) {
      float[][] rows = new float[squares.inputs()][];
      for (int from = 0; from < rows.length; from++) {
        rows[from] = squares(squares.weights()[from], gradients.weights()[from]);
      }
      return new Layer(rows, squares(squares.biases(), gradients.biases()));
    }

    Layer weights(Layer weights, Layer means, Layer squares) {
      float[][] rows = new float[weights.inputs()][];
      for (int from = 0; from < rows.length; from++) {
        rows[from] =
            weights(weights.weights()[from], means.weights()[from], squares.weights()[from]);
      }
      return new Layer(rows, weights(weights.biases(), means.biases(), squares.biases()));
    }

    private float[] means(float[] means, float[] gradients) {
      float[] next = new float[means.length];
      for (int i = 0; i < next.length; i++) {
        next[i] = meanDecay * means[i] + (1 - meanDecay) * gradients[i] + FLUSH - FLUSH;
      }
      return next;
    }

    private float[] squares(float[] squares, float[] gradients) {
      float[] next = new float[squares.length];
      for (int i = 0; i < next.length; i++) {
        float square = gradients[i] * gradients[i];
        next[i] = squareDecay * squares[i] + (1 - squareDecay) * square + FLUSH - FLUSH;
      }
      return next;
    }

    private float[] weights(float[] weights, float[] means, float[] squares) {
      float[] next = new float[weights.length];
      for (int i = 0; i < next.length; i++) {
        float root = (float) Math.sqrt(correction * squares[i]);
        next[i] = weights[i] - rate * means[i] / (root + epsilon);
      }
      return next;
    }
  }
}
