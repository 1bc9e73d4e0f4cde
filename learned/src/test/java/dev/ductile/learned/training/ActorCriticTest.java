package dev.ductile.learned.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.learned.network.Adam;
import dev.ductile.learned.network.DenseNetwork;
import dev.ductile.learned.network.DenseNetwork.Layer;
import dev.ductile.learned.network.TrainedNetwork;
import dev.ductile.learned.slot.Inference;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Networks of one layer with an input of 1, so that their outputs are their biases. */
class ActorCriticTest {
  private static final double RATE = 0.01;
  private static final boolean[] ALL = {true, true, true};

  /** The gradients of a step are the first means of its optimiser, divided by 1 - 0.9. */
  @Test
  void aStepFollowsTheAdvantageAndTheTemporalDifference() {
    var after =
        step(new ActorCritic(Adam.withRate(RATE), 0.9, 0.1), 0.1 + 0.36, Optional.of(state(1.2f)));

    // r = 0.46, V(s) = 0.5, V(s') = 0.6: the target is 1, the advantage 0.5.
    assertThat(gradients(after.policy()))
        .containsExactly(new float[] {0.38116f, -0.416152f, 0.034992f}, within(1e-5f));
    assertThat(gradients(after.value())[0]).isCloseTo(-2 * 0.5f, within(1e-5f));
  }

  @Test
  void theLastStateOfAnEpisodeHasNoValueAfterIt() {
    var after = step(new ActorCritic(Adam.withRate(RATE), 0.9, 0), 0.64, Optional.empty());

    assertThat(gradients(after.value())[0]).isCloseTo(-2 * 0.14f, within(1e-5f));
  }

  private static ActorCritic.Networks step(
      ActorCritic actorCritic, double reward, Optional<Inference> next) {
    var sample = new Sample(new Inference(new float[] {1}, ALL, 1, false), reward, next);
    return actorCritic.step(
        new ActorCritic.Networks(
            network(
                new float[3], (float) Math.log(0.7), (float) Math.log(0.2), (float) Math.log(0.1)),
            network(new float[] {0.5f}, 0)),
        List.of(sample, sample));
  }

  private static Inference state(float input) {
    return new Inference(new float[] {input}, ALL, 0, false);
  }

  private static TrainedNetwork network(float[] weights, float... biases) {
    return TrainedNetwork.untrained(
        new DenseNetwork(List.of(new Layer(new float[][] {weights}, biases))));
  }

  private static float[] gradients(TrainedNetwork network) {
    float[] gradients = network.means().layers().getFirst().biases().clone();
    for (int i = 0; i < gradients.length; i++) {
      gradients[i] /= 1 - 0.9f;
    }
    return gradients;
  }
}
