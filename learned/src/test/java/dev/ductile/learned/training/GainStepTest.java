package dev.ductile.learned.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Seed;
import dev.ductile.learned.network.ActionDistribution;
import dev.ductile.learned.network.Adam;
import dev.ductile.learned.network.DenseNetwork;
import dev.ductile.learned.network.DenseNetwork.Layer;
import dev.ductile.learned.network.TrainedNetwork;
import dev.ductile.learned.slot.Inference;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Networks of one layer with an input of 0, so that their outputs are their biases. */
class GainStepTest {
  private static final boolean[] LEGAL = {true, true, false, true};
  private static final float[] GAINS = {4, 3.6f, 9, 0};

  @Test
  void anActionLosesProbabilityByTheShareOfTheGreatestGainThatItLacks() {
    ActionDistribution target = target(GAINS, 0.1);

    assertThat(target.probability(1) / target.probability(0)).isCloseTo(1 / Math.E, within(1e-3));
    assertThat(target.probability(2)).as("illegal").isZero();
    assertThat(target.probability(3)).isCloseTo(0, within(1e-4));
  }

  @Test
  void theUnitOfTheGainsHasNoInfluence() {
    float[] small = new float[GAINS.length];
    for (int i = 0; i < small.length; i++) {
      small[i] = GAINS[i] / 1000;
    }

    for (int action = 0; action < GAINS.length; action++) {
      assertThat(target(small, 0.1).probability(action))
          .isCloseTo(target(GAINS, 0.1).probability(action), within(1e-5));
    }
  }

  @Test
  void aLowTemperatureLeavesTheBestActionOnly() {
    assertThat(target(GAINS, 0.01).probability(0)).isGreaterThan(0.999);
  }

  @Test
  void toStopIsBestWhereEveryActionLoses() {
    ActionDistribution target = target(new float[] {-2, -4, 9, 0}, 0.1);

    assertThat(target.mostLikely()).isEqualTo(3);
    assertThat(target.probability(0)).isCloseTo(Math.exp(-5), within(1e-3));
  }

  @Test
  void gainsOfZeroMakeAllLegalActionsEqual() {
    assertThat(target(new float[4], 0.1).probability(3)).isCloseTo(1 / 3.0, within(1e-6));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void stepsLeadToTheTarget(long seed) {
    var random = new Seed(seed).stream("test");
    float[] gains = new float[LEGAL.length];
    for (int i = 0; i < gains.length; i++) {
      gains[i] = (float) random.nextDouble(0.5, 1);
    }
    var lesson = lesson(gains, 0.3);
    var step = new GainStep(Adam.withRate(0.02));
    TrainedNetwork network = network(new float[] {0.5f, 1, 0, -1});
    for (int i = 0; i < 800; i++) {
      network = step.step(network, List.of(lesson, lesson));
    }

    ActionDistribution reached =
        ActionDistribution.of(network.network().forward(new float[1]), LEGAL);
    for (int action = 0; action < gains.length; action++) {
      assertThat(reached.probability(action))
          .as("seed %d, action %d", seed, action)
          .isCloseTo(lesson.target().probability(action), within(0.01));
    }
  }

  private static ActionDistribution target(float[] gains, double temperature) {
    return lesson(gains, temperature).target();
  }

  private static GainStep.Lesson lesson(float[] gains, double temperature) {
    return GainStep.Lesson.of(new Inference(new float[1], LEGAL, 0, false), gains, temperature);
  }

  private static TrainedNetwork network(float[] outputs) {
    var layer = new Layer(new float[][] {new float[outputs.length]}, outputs);
    return TrainedNetwork.untrained(new DenseNetwork(List.of(layer)));
  }
}
