package dev.ductile.learned.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Seed;
import org.junit.jupiter.api.Test;

class ActionDistributionTest {
  private static final boolean[] ALL = {true, true, true};

  /** Entropy weight 0.1 and advantage 0.5 for the second of three actions. */
  @Test
  void ascentRaisesTheChosenActionByItsAdvantage() {
    var distribution = ActionDistribution.of(logs(0.7, 0.2, 0.1), ALL);

    assertThat(distribution.entropy()).isCloseTo(0.801819, within(1e-5));
    assertThat(distribution.ascent(1, 0.5, 0.1))
        .containsExactly(new float[] {-0.38116f, 0.416152f, -0.034992f}, within(1e-5f));
  }

  @Test
  void lossesOfAQuarterForTheTeachersAction() {
    var distribution = ActionDistribution.of(logs(0.25, 0.5, 0.25), ALL);

    assertThat(ImitationLoss.CROSS_ENTROPY.value(distribution, 0))
        .isCloseTo(1.386294, within(1e-6));
    assertThat(ImitationLoss.MEAN_SQUARE.value(distribution, 0))
        .isCloseTo((0.75 * 0.75 + 0.25 + 0.0625) / 3, within(1e-6));
    assertThat(ImitationLoss.ABSOLUTE_DIFFERENCE.value(distribution, 0))
        .isCloseTo(1.5 / 3, within(1e-6));
  }

  @Test
  void illegalActionsHaveNoProbability() {
    var distribution =
        ActionDistribution.of(new float[] {1, 100, 1}, new boolean[] {true, false, true});

    assertThat(distribution.probability(0)).isEqualTo(0.5);
    assertThat(distribution.probability(1)).isZero();
    assertThat(distribution.entropy()).isCloseTo(Math.log(2), within(1e-12));
    assertThat(distribution.ascent(0, 1, 1)).containsExactly(0.5f, 0, -0.5f);
    assertThatThrownBy(() -> distribution.ascent(1, 1, 1)).hasMessage("action 1 is illegal");
    assertThatThrownBy(() -> ImitationLoss.MEAN_SQUARE.value(distribution, 1))
        .hasMessage("action 1 is illegal");
  }

  @Test
  void hugeOutputsKeepFiniteLogarithms() {
    var distribution = ActionDistribution.of(new float[] {3e38f, -3e38f, 3e38f}, ALL);

    assertThat(distribution.probability(0)).isEqualTo(0.5);
    assertThat(distribution.logProbability(1)).isFinite();
    assertThat(distribution.entropy()).isCloseTo(Math.log(2), within(1e-12));
    assertThat(distribution.ascent(1, 1, 1)).containsExactly(-0.5f, 1, -0.5f);
  }

  @Test
  void noLegalActionOrNoNumberIsRefused() {
    assertThatThrownBy(() -> ActionDistribution.of(new float[2], new boolean[2]))
        .hasMessage("the greatest output for a legal action is -Infinity");
    assertThatThrownBy(() -> ActionDistribution.of(new float[] {Float.NaN, 1, 2}, ALL))
        .hasMessage("the greatest output for a legal action is NaN");
    assertThatThrownBy(() -> ActionDistribution.of(new float[2], ALL))
        .hasMessage("2 outputs for 3 actions");
  }

  @Test
  void samplesFollowTheProbabilities() {
    var distribution =
        ActionDistribution.of(logs(0.7, 0.2, 0.1), new boolean[] {true, false, true});
    var random = new Seed(1).stream("test");
    int[] counts = new int[3];
    for (int i = 0; i < 8_000; i++) {
      counts[distribution.sample(random)]++;
    }

    assertThat(distribution.mostLikely()).isZero();
    assertThat(counts[0]).isBetween(6_800, 7_200);
    assertThat(counts[1]).isZero();
  }

  private static float[] logs(double... probabilities) {
    float[] logs = new float[probabilities.length];
    for (int i = 0; i < logs.length; i++) {
      logs[i] = (float) Math.log(probabilities[i]);
    }
    return logs;
  }
}
