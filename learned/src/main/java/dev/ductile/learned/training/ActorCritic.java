package dev.ductile.learned.training;

import dev.ductile.learned.network.ActionDistribution;
import dev.ductile.learned.network.Adam;
import dev.ductile.learned.network.Network;
import dev.ductile.learned.network.TemporalDifference;
import dev.ductile.learned.network.TrainedNetwork;
import dev.ductile.learned.slot.Inference;
import java.util.List;

/**
 * Policy gradients with the advantage over a value network, which learns by temporal differences
 * (DL2, Section 4.3).
 *
 * @param discount the discount of the next state's value (gamma)
 * @param entropyWeight the weight of the entropy term
 */
public record ActorCritic(Adam adam, double discount, double entropyWeight) {
  /** The policy network and the value network. */
  public record Networks(TrainedNetwork policy, TrainedNetwork value) {}

  /** The networks after one step on these samples. */
  public Networks step(Networks before, List<Sample> samples) {
    double[] nextValues = nextValues(before, samples);
    Network.Pass values =
        before.value().network().forward(states(samples.stream().map(Sample::inference).toList()));
    Network.Pass outputs = outputs(before, samples);
    float[][] ofValues = new float[samples.size()][1];
    float[][] ofOutputs = new float[samples.size()][];
    for (int i = 0; i < ofOutputs.length; i++) {
      Sample sample = samples.get(i);
      var difference =
          TemporalDifference.of(sample.reward(), discount, values.outputs()[i][0], nextValues[i]);
      ofValues[i][0] = (float) difference.gradient();
      ofOutputs[i] = descent(sample.inference(), outputs.outputs()[i], difference.advantage());
    }
    double mean = 1.0 / samples.size();
    return new Networks(
        adam.step(before.policy(), outputs.backward(ofOutputs).times(mean)),
        adam.step(before.value(), values.backward(ofValues).times(mean)));
  }

  /**
   * The networks after one step without a critic, for the comparison (DL2, Section 6.5): the
   * advantage is that over a given reward, and the value network stays the same.
   */
  public Networks step(Networks before, List<Sample> samples, double usualReward) {
    Network.Pass outputs = outputs(before, samples);
    float[][] gradients = new float[samples.size()][];
    for (int i = 0; i < gradients.length; i++) {
      Sample sample = samples.get(i);
      gradients[i] =
          descent(sample.inference(), outputs.outputs()[i], sample.reward() - usualReward);
    }
    double mean = 1.0 / samples.size();
    return new Networks(
        adam.step(before.policy(), outputs.backward(gradients).times(mean)), before.value());
  }

  private static Network.Pass outputs(Networks before, List<Sample> samples) {
    return Inference.forward(
        before.policy().network(), samples.stream().map(Sample::inference).toList());
  }

  private float[] descent(Inference inference, float[] outputs, double advantage) {
    float[] gradient =
        ActionDistribution.of(outputs, inference.legal())
            .ascent(inference.action(), advantage, entropyWeight);
    for (int i = 0; i < gradient.length; i++) {
      gradient[i] = -gradient[i];
    }
    return gradient;
  }

  /** The values of the next states; 0 at the end of an episode. */
  private static double[] nextValues(Networks before, List<Sample> samples) {
    double[] values = new double[samples.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          samples
              .get(i)
              .next()
              .map(next -> (double) before.value().network().forward(next.state())[0])
              .orElse(0.0);
    }
    return values;
  }

  private static float[][] states(List<Inference> inferences) {
    return inferences.stream().map(Inference::state).toArray(float[][]::new);
  }
}
