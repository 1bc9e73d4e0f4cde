package dev.ductile.learned.training;

import dev.ductile.learned.reward.Completion;
import dev.ductile.learned.reward.CompletionForecast;
import dev.ductile.learned.reward.EpochProgress;
import dev.ductile.learned.reward.Reward;
import java.time.Duration;

/** The goal for which a slot is rewarded. */
public enum SlotGoal {
  /** The parts of their work that jobs do (DL2, Equation 1). */
  PROGRESS {
    @Override
    Reward reward(Duration slot) {
      return EpochProgress.ofAll();
    }
  },
  /** A short time of jobs in the cluster: minus 1 for each job and slot. */
  COMPLETION {
    @Override
    Reward reward(Duration slot) {
      return new Completion(slot);
    }
  },
  /** An early end of jobs, forecast from their speeds in the slot. */
  FORECAST {
    @Override
    Reward reward(Duration slot) {
      return new CompletionForecast(slot);
    }

    @Override
    ValueScale scale() {
      return ValueScale.LOGARITHM_OF_LOSS;
    }
  };

  abstract Reward reward(Duration slot);

  /** The scale on which a network predicts the reward of one job. */
  ValueScale scale() {
    return ValueScale.LINEAR;
  }
}
