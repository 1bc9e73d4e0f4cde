package dev.ductile.learned.training;

import dev.ductile.api.Seed;
import dev.ductile.learned.policy.PolicyModel;
import dev.ductile.learned.reward.Reward;
import dev.ductile.learned.reward.WithFairness;
import dev.ductile.learned.slot.StateSpace;
import java.time.Duration;

/**
 * How networks learn from the rewards of their decisions.
 *
 * @param rule the rule by which the networks change; only its own settings count
 * @param reward the goal for which a slot is rewarded
 * @param fairness the reward that a slot of the most unequal shares costs; 0 leaves fairness out
 * @param clusters the simulated clusters that train the same networks, each on its own jobs
 * @param guidance the probability of the remedy in a poor state (epsilon); 0 explores without
 *     knowledge of jobs
 * @param replay the settings of the rule replay
 * @param clipped the settings of the rule clipped
 * @param afterstate the settings of the rule afterstate
 */
public record ReinforcementSettings(
    LearningRule rule,
    SlotGoal reward,
    double fairness,
    int clusters,
    double guidance,
    ReplaySettings replay,
    ClippedSettings clipped,
    AfterstateSettings afterstate) {
  private static final int MOST_CLUSTERS = 256;

  static final ReinforcementSettings DEFAULTS =
      new ReinforcementSettings(
          LearningRule.AFTERSTATE,
          SlotGoal.FORECAST,
          0,
          1,
          0,
          ReplaySettings.DEFAULTS,
          ClippedSettings.DEFAULTS,
          AfterstateSettings.DEFAULTS);

  public ReinforcementSettings {
    SettingRange.requireFinite("fairness", fairness);
    SettingRange.requireShare("guidance", guidance);
    if (clusters < 1 || clusters > MOST_CLUSTERS) {
      throw new IllegalArgumentException(
          "clusters must be from 1 to %d, not %d".formatted(MOST_CLUSTERS, clusters));
    }
  }

  /**
   * The name of the value network: a forecast, if it predicts the end of a job and nothing else.
   */
  String valueName() {
    boolean isForecast =
        rule == LearningRule.AFTERSTATE && reward == SlotGoal.FORECAST && fairness == 0;
    return isForecast ? PolicyModel.FORECAST : PolicyModel.VALUE;
  }

  /** The inputs of the value network. */
  int valueInputs(StateSpace space) {
    return switch (rule) {
      case REPLAY -> Credit.CLUSTER.inputs(space);
      case CLIPPED -> clipped.credit().inputs(space);
      case AFTERSTATE -> space.inputsOfRow();
    };
  }

  /** The reward of a slot of this length. */
  Reward reward(Duration slot) {
    Reward ofGoal = reward.reward(slot);
    return fairness > 0 ? new WithFairness(ofGoal, fairness) : ofGoal;
  }

  SlotLearning learning(StateSpace space, Seed seed) {
    return switch (rule) {
      case REPLAY -> new ReplayLearning(replay, space.actions(), seed);
      case CLIPPED -> new ClippedLearning(clipped.learning(), space, seed);
      case AFTERSTATE -> new AfterstateLearning(afterstate, reward.scale(), space, seed);
    };
  }
}
