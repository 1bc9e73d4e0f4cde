package dev.ductile.learned.training;

import dev.ductile.learned.network.ActionDistribution;
import dev.ductile.learned.network.Adam;
import dev.ductile.learned.network.Network;
import dev.ductile.learned.network.TrainedNetwork;
import dev.ductile.learned.slot.Inference;
import java.util.List;

/**
 * A step of a policy network toward the actions that gain most: the cross entropy to a softmax of
 * the gains. All actions of a state teach, so the step does not depend on which one was chosen.
 */
record GainStep(Adam adam) {
  private static final double MOST_NORM = 0.5;

  /** A state to learn from, with the probabilities that its actions should have. */
  record Lesson(Inference inference, ActionDistribution target) {
    /**
     * The softmax of gains, in units of the greatest one.
     *
     * @param temperature the part of the greatest gain that another action may lack and still have
     *     a probability of its own
     */
    static Lesson of(Inference inference, float[] gains, double temperature) {
      boolean[] legal = inference.legal();
      double unit = temperature * unit(gains, legal);
      float[] outputs = new float[gains.length];
      for (int action = 0; action < gains.length; action++) {
        outputs[action] = (float) (gains[action] / unit);
      }
      return new Lesson(inference, ActionDistribution.of(outputs, legal));
    }

    /** The greatest gain; if no action gains, the greatest loss. */
    private static double unit(float[] gains, boolean[] legal) {
      double most = 0;
      double least = 0;
      for (int action = 0; action < gains.length; action++) {
        most = legal[action] ? Math.max(most, gains[action]) : most;
        least = legal[action] ? Math.min(least, gains[action]) : least;
      }
      return Math.max(1e-9, most > 0 ? most : -least);
    }
  }

  TrainedNetwork step(TrainedNetwork before, List<Lesson> lessons) {
    Network.Pass forward =
        Inference.forward(before.network(), lessons.stream().map(Lesson::inference).toList());
    float[][] gradients = new float[lessons.size()][];
    for (int i = 0; i < gradients.length; i++) {
      Lesson lesson = lessons.get(i);
      gradients[i] =
          ActionDistribution.of(forward.outputs()[i], lesson.inference().legal())
              .errors(lesson.target());
    }
    var mean = forward.backward(gradients).times(1.0 / gradients.length);
    return adam.step(before, mean.clippedTo(MOST_NORM));
  }
}
