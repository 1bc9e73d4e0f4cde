package dev.ductile.learned.training;

import java.util.List;

/**
 * The settings of a training.
 *
 * @param jobs the jobs that the networks see at once (J)
 * @param types the job types that the networks have room for (L), the most frequent ones
 * @param hidden the sizes of the hidden layers
 * @param imitation how the policy network learns from a teacher
 * @param reinforcement how the networks learn from rewards
 */
public record TrainingSettings(
    int jobs,
    int types,
    List<Integer> hidden,
    ImitationSettings imitation,
    ReinforcementSettings reinforcement) {
  /** The settings of DL2 (Section 6.2), where the paper has them. */
  public static final TrainingSettings DEFAULTS =
      new TrainingSettings(
          40, 8, List.of(256, 256), ImitationSettings.DEFAULTS, ReinforcementSettings.DEFAULTS);

  public TrainingSettings {
    hidden = List.copyOf(hidden);
  }

  /** Refuses settings under which the networks have other sizes than under these. */
  public TrainingSettings requireSizesOf(TrainingSettings before) {
    if (jobs != before.jobs || types != before.types || !hidden.equals(before.hidden)) {
      throw new IllegalArgumentException(
          "jobs, types and hidden of a trained model stay %d, %d and %s, because they are the sizes of its networks"
              .formatted(before.jobs, before.types, before.hidden));
    }
    return this;
  }
}
