package dev.ductile.learned.training;

import dev.ductile.learned.policy.NetworkKind;
import java.util.List;
import java.util.Locale;

/**
 * The settings of a training.
 *
 * @param jobs the jobs that the networks see at once (J)
 * @param types the job types that the networks have room for (L), the most frequent ones
 * @param network the kind of the policy network
 * @param hidden the sizes of the hidden layers
 * @param imitation how the policy network learns from a teacher
 * @param reinforcement how the networks learn from rewards
 */
public record TrainingSettings(
    int jobs,
    int types,
    NetworkKind network,
    List<Integer> hidden,
    ImitationSettings imitation,
    ReinforcementSettings reinforcement) {
  /** The settings that worked best here; those of the paper are in the reference. */
  public static final TrainingSettings DEFAULTS =
      new TrainingSettings(
          40,
          8,
          NetworkKind.ROWS,
          List.of(64, 64),
          ImitationSettings.DEFAULTS,
          ReinforcementSettings.DEFAULTS);

  public TrainingSettings {
    hidden = List.copyOf(hidden);
  }

  /** Refuses settings under which the networks have other sizes than under these. */
  public TrainingSettings requireSizesOf(TrainingSettings before) {
    boolean same = jobs == before.jobs && types == before.types && network == before.network;
    if (!same || !hidden.equals(before.hidden)) {
      throw new IllegalArgumentException(
          "jobs, types, network and hidden of a trained model stay %d, %d, %s and %s, because they are those of its networks"
              .formatted(
                  before.jobs,
                  before.types,
                  before.network.name().toLowerCase(Locale.ROOT),
                  before.hidden));
    }
    return this;
  }
}
