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
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Networks of one layer with an input of 0, so that their outputs are their biases. */
class ClippedStepTest {
  private static final boolean[] LEGAL = {true, true, false, true};
  private static final float STEP = 1f / 64;

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void insideTheLimitAStepAscendsTheWeightedAdvantageAndTheEntropy(long seed) {
    RandomGenerator random = new Seed(seed).stream("test");
    float[] outputs = new float[LEGAL.length];
    for (int i = 0; i < outputs.length; i++) {
      outputs[i] = (float) Seed.normal(random);
    }
    double advantage = random.nextDouble(-0.25, 0.25);
    double ratio = random.nextDouble(0.85, 1.15);

    float[] gradients = gradients(outputs, lesson(outputs, 1, advantage, ratio, false), 0.05);

    double chosen = distribution(outputs).logProbability(1) - Math.log(ratio);
    for (int i = 0; i < outputs.length; i++) {
      double rise =
          goal(moved(outputs, i, STEP), advantage, chosen)
              - goal(moved(outputs, i, -STEP), advantage, chosen);
      assertThat(gradients[i])
          .as("seed %d, output %d", seed, i)
          .isCloseTo((float) (-rise / (2 * STEP)), within(2e-4f));
    }
  }

  @ParameterizedTest(name = "advantage {0}, ratio {1}")
  @CsvSource({"0.3, 1.21, false", "0.3, 1.19, true", "0.3, 0.5, true"})
  void aGoodActionIsNotMadeMoreLikelyBeyondTheLimit(double advantage, double ratio, boolean moves) {
    assertMoves(advantage, ratio, moves);
  }

  @ParameterizedTest(name = "advantage {0}, ratio {1}")
  @CsvSource({"-0.3, 0.79, false", "-0.3, 0.81, true", "-0.3, 1.5, true"})
  void aPoorActionIsNotMadeLessLikelyBeyondTheLimit(double advantage, double ratio, boolean moves) {
    assertMoves(advantage, ratio, moves);
  }

  @Test
  void aGuidedActionCountsOnlyForTheEntropy() {
    float[] outputs = {0.5f, 1, 0, -1};

    assertThat(gradients(outputs, lesson(outputs, 1, 0.3, 1, true), 0)).containsOnly(0);
    assertThat(gradients(outputs, lesson(outputs, 1, 0.3, 1, true), 0.05))
        .containsExactly(gradients(outputs, lesson(outputs, 1, 0, 1, false), 0.05), within(1e-7f));
  }

  @Test
  void theGradientsHaveAGreatestNorm() {
    float[] outputs = {0.5f, 1, 0, -1};
    double squares = 0;
    for (float gradient : gradients(outputs, lesson(outputs, 1, 100, 1, false), 0)) {
      squares += gradient * gradient;
    }

    assertThat(Math.sqrt(squares)).isCloseTo(0.5, within(1e-4));
  }

  @Test
  void aLessonHasTheProbabilityUnderTheNetworkThatChose() {
    float[] outputs = {0.5f, 1, 0, -1};

    assertThat(ClippedStep.Lesson.of(inference(3, false), 2, network(outputs).network()))
        .returns(2.0, ClippedStep.Lesson::advantage)
        .returns(distribution(outputs).logProbability(3), ClippedStep.Lesson::logProbability);
  }

  private static void assertMoves(double advantage, double ratio, boolean moves) {
    float[] outputs = {0.5f, 1, 0, -1};
    float[] gradients = gradients(outputs, lesson(outputs, 1, advantage, ratio, false), 0);
    if (moves) {
      assertThat(Math.signum(-gradients[1])).isEqualTo((float) Math.signum(advantage));
    } else {
      assertThat(gradients).containsOnly(0);
    }
  }

  /** The goal of the step without its limit. */
  private static double goal(float[] outputs, double advantage, double chosen) {
    ActionDistribution distribution = distribution(outputs);
    return advantage * Math.exp(distribution.logProbability(1) - chosen)
        + 0.05 * distribution.entropy();
  }

  /**
   * An action to learn from.
   *
   * @param ratio its probability now, divided by the one with which it was chosen
   */
  private static ClippedStep.Lesson lesson(
      float[] outputs, int action, double advantage, double ratio, boolean guided) {
    double now = distribution(outputs).logProbability(action);
    return new ClippedStep.Lesson(inference(action, guided), advantage, now - Math.log(ratio));
  }

  private static Inference inference(int action, boolean guided) {
    return new Inference(new float[1], LEGAL, action, guided);
  }

  private static ActionDistribution distribution(float[] outputs) {
    return ActionDistribution.of(outputs, LEGAL);
  }

  private static float[] moved(float[] outputs, int output, float step) {
    float[] moved = outputs.clone();
    moved[output] += step;
    return moved;
  }

  private static TrainedNetwork network(float[] outputs) {
    var layer = new Layer(new float[][] {new float[outputs.length]}, outputs);
    return TrainedNetwork.untrained(new DenseNetwork(List.of(layer)));
  }

  /** The gradients of a first step are the first means of its optimiser, divided by 1 - 0.9. */
  private static float[] gradients(float[] outputs, ClippedStep.Lesson lesson, double entropy) {
    TrainedNetwork after =
        new ClippedStep(Adam.withRate(0.01), 0.2, entropy)
            .step(network(outputs), List.of(lesson, lesson));
    float[] gradients = after.means().layers().getFirst().biases().clone();
    for (int i = 0; i < gradients.length; i++) {
      gradients[i] /= 1 - 0.9f;
    }
    return gradients;
  }
}
