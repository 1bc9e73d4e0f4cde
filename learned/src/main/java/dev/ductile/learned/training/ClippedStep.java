package dev.ductile.learned.training;

import dev.ductile.learned.network.ActionDistribution;
import dev.ductile.learned.network.Adam;
import dev.ductile.learned.network.Network;
import dev.ductile.learned.network.TrainedNetwork;
import dev.ductile.learned.slot.Inference;
import java.util.List;

/**
 * A step of a policy network toward actions of high advantage. An action whose probability has
 * moved far since it was chosen is not moved further (proximal policy optimisation: Schulman et
 * al., 2017).
 *
 * @param clip the most that the probability of an action changes, as a part of it
 * @param entropyWeight the weight of the entropy term
 */
record ClippedStep(Adam adam, double clip, double entropyWeight) {
  private static final double MOST_NORM = 0.5;

  /**
   * An action to learn from.
   *
   * @param logProbability of the action when it was chosen
   */
  record Lesson(Inference inference, double advantage, double logProbability) {
    /** The action of an inference that this network has just made. */
    static Lesson of(Inference inference, double advantage, Network chooser) {
      double log =
          distribution(chooser.forward(inference.state()), inference)
              .logProbability(inference.action());
      return new Lesson(inference, advantage, log);
    }
  }

  TrainedNetwork step(TrainedNetwork before, List<Lesson> lessons) {
    Network.Pass forward =
        Inference.forward(before.network(), lessons.stream().map(Lesson::inference).toList());
    float[][] gradients = new float[lessons.size()][];
    for (int i = 0; i < gradients.length; i++) {
      gradients[i] = descent(forward.outputs()[i], lessons.get(i));
    }
    var mean = forward.backward(gradients).times(1.0 / gradients.length);
    return adam.step(before, mean.clippedTo(MOST_NORM));
  }

  private float[] descent(float[] outputs, Lesson lesson) {
    var distribution = distribution(outputs, lesson.inference());
    int action = lesson.inference().action();
    double ratio = Math.exp(distribution.logProbability(action) - lesson.logProbability());
    boolean isFar = lesson.advantage() > 0 ? ratio > 1 + clip : ratio < 1 - clip;
    boolean counts = !isFar && !lesson.inference().isGuided();
    float[] gradient =
        distribution.ascent(action, counts ? ratio * lesson.advantage() : 0, entropyWeight);
    for (int i = 0; i < gradient.length; i++) {
      gradient[i] = -gradient[i];
    }
    return gradient;
  }

  private static ActionDistribution distribution(float[] outputs, Inference inference) {
    return ActionDistribution.of(outputs, inference.legal());
  }
}
