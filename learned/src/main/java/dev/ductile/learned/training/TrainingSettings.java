package dev.ductile.learned.training;

import dev.ductile.learned.network.ImitationLoss;
import java.util.List;

/**
 * The settings of a training.
 *
 * @param jobs the jobs that the networks see at once (J)
 * @param types the job types that the networks have room for (L), the most frequent ones
 * @param hidden the sizes of the hidden layers
 * @param loss the loss of imitation
 * @param order the order in which the tasks of a teacher's plan are taught
 * @param corrected the share of the imitated episodes in which the model acts and the teacher
 *     corrects it
 * @param passes the passes over all lessons so far after each imitated episode
 * @param imitationRate the learning rate of imitation
 * @param reinforcementRate the learning rate of reinforcement
 * @param discount the discount of the next state's value (gamma)
 * @param entropy the weight of the entropy term
 * @param nextState the state whose value counts in the advantage of an action
 * @param guidance the probability of the remedy in a poor state (epsilon)
 * @param batch the samples of one step
 * @param memory the samples that reinforcement keeps for replay
 */
public record TrainingSettings(
    int jobs,
    int types,
    List<Integer> hidden,
    ImitationLoss loss,
    TaskOrder order,
    double corrected,
    int passes,
    double imitationRate,
    double reinforcementRate,
    double discount,
    double entropy,
    NextState nextState,
    double guidance,
    int batch,
    int memory) {
  /** The settings of DL2 (Section 6.2), where the paper has them. */
  public static final TrainingSettings DEFAULTS =
      new TrainingSettings(
          40,
          8,
          List.of(256, 256),
          ImitationLoss.CROSS_ENTROPY,
          TaskOrder.SHARE,
          0.5,
          2,
          0.001,
          0.0001,
          0.9,
          0.1,
          NextState.SLOT,
          0.4,
          256,
          8192);

  public TrainingSettings {
    hidden = List.copyOf(hidden);
    requireAbove("passes", passes);
    requireAbove("batch", batch);
    requireAbove("memory", memory);
    requireShare("corrected", corrected);
    requireShare("discount", discount);
    requireShare("guidance", guidance);
    requireRate("imitationRate", imitationRate);
    requireRate("reinforcementRate", reinforcementRate);
    if (!(entropy >= 0 && Double.isFinite(entropy))) {
      throw new IllegalArgumentException("entropy must be at least 0, not %s".formatted(entropy));
    }
  }

  private static void requireAbove(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException("%s must be at least 1, not %d".formatted(name, value));
    }
  }

  private static void requireShare(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException("%s must be from 0 to 1, not %s".formatted(name, value));
    }
  }

  private static void requireRate(String name, double value) {
    if (!(value > 0 && value < 1)) {
      throw new IllegalArgumentException(
          "%s must be above 0 and below 1, not %s".formatted(name, value));
    }
  }
}
