package dev.ductile.learned.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Seed;
import dev.ductile.learned.network.ActionDistribution;
import dev.ductile.learned.network.DenseNetwork;
import dev.ductile.learned.network.TrainedNetwork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AfterstateLearningTest {
  private static final int SLOTS = 20;
  private static final int PREPARATION = 2;
  private static final int STEPS = 120;
  private static final SlotBandit BANDIT = new SlotBandit(1, 0, false);

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void theActionThatGainsMostBecomesMoreLikelyThanUselessOnes(long seed) {
    ActionDistribution before = SlotBandit.atFirst(SlotBandit.untrained().policy());
    ActionDistribution after = SlotBandit.atFirst(learned(BANDIT, 40, seed).policy());

    assertThat(after.probability(0)).isGreaterThan(before.probability(0)).isGreaterThan(0.8);
    assertThat(after.probability(1)).isLessThan(0.5 * before.probability(1));
    assertThat(after.probability(SlotBandit.STOP))
        .isLessThan(0.5 * before.probability(SlotBandit.STOP));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void theNetworkStopsWhereNoActionGains(long seed) {
    var bandit = new SlotBandit(-1, -1, false);
    ActionDistribution after = SlotBandit.atFirst(learned(bandit, 40, seed).policy());

    assertThat(after.probability(SlotBandit.STOP)).isGreaterThan(0.8);
  }

  /** The chosen action does not matter: all actions of a state teach. */
  @Test
  void guidedSlotsTeachThemLikeOthers() {
    ActorCritic.Networks after = learned(new SlotBandit(1, 0, true), 3, 1);

    assertThat(weights(after.policy())).isEqualTo(weights(learned(BANDIT, 3, 1).policy()));
  }

  @Test
  void theSameSeedGivesTheSameNetworks() {
    ActorCritic.Networks once = learned(BANDIT, 3, 1);
    ActorCritic.Networks twice = learned(BANDIT, 3, 1);

    assertThat(weights(twice.policy())).isEqualTo(weights(once.policy()));
    assertThat(weights(twice.value())).isEqualTo(weights(once.value()));
    assertThat(weights(learned(BANDIT, 3, 2).policy())).isNotEqualTo(weights(once.policy()));
  }

  @Test
  void preparationChangesOnlyTheValueNetwork() {
    ActorCritic.Networks before = SlotBandit.untrained();
    ActorCritic.Networks prepared = learned(BANDIT, 0, 1);

    assertThat(weights(prepared.policy())).isEqualTo(weights(before.policy()));
    assertThat(prepared.policy().steps()).isZero();
    assertThat(weights(prepared.value())).isNotEqualTo(weights(before.value()));
    assertThat(learned(BANDIT, 1, 1).policy().steps()).isPositive();
  }

  @Test
  void nothingChangesBeforeTheSlotsAreCollected() {
    ActorCritic.Networks collecting =
        BANDIT.after(SLOTS - 1, learning(1), new Seed(1).stream("bandit"));

    assertThat(collecting.policy().steps()).isZero();
    assertThat(collecting.value().steps()).isZero();
  }

  @Test
  void thePolicyLearnsFromTheSampledInferences() {
    assertThat(learned(settings(1000, 0), 3).policy().steps()).isZero();
    assertThat(learned(settings(1000, 0.5), 3).policy().steps())
        .isPositive()
        .isLessThan(learned(settings(1000, 1), 3).policy().steps());
  }

  @Test
  void ratesAndTemperatureFallAfterTheFirstChange() {
    assertThat(weights(learned(settings(1, 1), 1).policy()))
        .isEqualTo(weights(learned(settings(1000, 1), 1).policy()));
    assertThat(weights(learned(settings(1, 1), 2).policy()))
        .isNotEqualTo(weights(learned(settings(1000, 1), 2).policy()));
  }

  private static ActorCritic.Networks learned(AfterstateSettings settings, int changes) {
    return BANDIT.after(
        SLOTS * (PREPARATION + changes),
        new AfterstateLearning(settings, ValueScale.LINEAR, SlotBandit.MATRIX, new Seed(1)),
        new Seed(1).stream("bandit"));
  }

  private static AfterstateSettings settings(int halving, double sampled) {
    return new AfterstateSettings(
        0.01, 0.005, halving, 0.3, 1, SLOTS, STEPS, sampled, 2, 32, 2000, PREPARATION);
  }

  /** The networks after the preparation and this number of changes. */
  private static ActorCritic.Networks learned(SlotBandit bandit, int changes, long seed) {
    return bandit.after(
        SLOTS * (PREPARATION + changes), learning(seed), new Seed(seed).stream("bandit"));
  }

  private static SlotLearning learning(long seed) {
    var settings =
        new AfterstateSettings(
            0.01, 0.005, 1000, 0.3, 1, SLOTS, STEPS, 0.5, 2, 32, 2000, PREPARATION);
    return new AfterstateLearning(settings, ValueScale.LINEAR, SlotBandit.MATRIX, new Seed(seed));
  }

  private static float[][][] weights(TrainedNetwork network) {
    return network.network().layers().stream()
        .map(DenseNetwork.Layer::weights)
        .toArray(float[][][]::new);
  }
}
