package dev.ductile.learned.training;

import dev.ductile.api.Seed;
import dev.ductile.learned.dl2.StateMatrix;

/**
 * How networks learn from the rewards of their decisions.
 *
 * @param rule the rule by which the networks change; only its own settings count
 * @param guidance the probability of the remedy in a poor state (epsilon); 0 explores without
 *     knowledge of jobs
 * @param replay the settings of the rule replay
 * @param clipped the settings of the rule clipped
 */
public record ReinforcementSettings(
    LearningRule rule, double guidance, ReplaySettings replay, ClippedSettings clipped) {
  static final ReinforcementSettings DEFAULTS =
      new ReinforcementSettings(
          LearningRule.REPLAY, 0.4, ReplaySettings.DEFAULTS, ClippedSettings.DEFAULTS);

  public ReinforcementSettings {
    SettingRange.requireShare("guidance", guidance);
  }

  /** The parts of a reward that the value network predicts. */
  Credit credit() {
    return switch (rule) {
      case REPLAY -> Credit.CLUSTER;
      case CLIPPED -> clipped.credit();
    };
  }

  SlotLearning learning(StateMatrix matrix, Seed seed) {
    return switch (rule) {
      case REPLAY -> new ReplayLearning(replay, seed);
      case CLIPPED -> new ClippedLearning(clipped.learning(), matrix, seed);
    };
  }
}
