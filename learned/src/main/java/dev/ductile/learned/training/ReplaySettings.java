package dev.ductile.learned.training;

import dev.ductile.learned.network.Adam;

/**
 * Settings of actor and critic with replay of former slots (DL2, Section 4.3).
 *
 * @param rate the learning rate of both networks
 * @param discount the discount of the next state's value (gamma)
 * @param entropy the weight of the entropy term
 * @param baseline the reward to which the consequence of an action is compared; average trains
 *     without a critic
 * @param nextState the state whose value counts in the advantage of an action
 * @param actionReward the reward of one action of a slot
 * @param batch the samples of one step
 * @param memory the latest samples, from which steps draw; with 0, a step takes all samples of its
 *     slot
 */
public record ReplaySettings(
    double rate,
    double discount,
    double entropy,
    Baseline baseline,
    NextState nextState,
    ActionReward actionReward,
    int batch,
    int memory) {
  /** The settings of DL2 (Section 6.2). */
  static final ReplaySettings DEFAULTS =
      new ReplaySettings(
          0.0001, 0.9, 0.1, Baseline.VALUE, NextState.SLOT, ActionReward.SLOT, 256, 8192);

  public ReplaySettings {
    SettingRange.requireRate("rate", rate);
    SettingRange.requireShare("discount", discount);
    SettingRange.requireFinite("entropy", entropy);
    SettingRange.requireAbove("batch", batch);
    if (memory != 0 && memory < batch) {
      throw new IllegalArgumentException(
          "memory must be 0 or at least the batch of %d, not %d".formatted(batch, memory));
    }
  }

  ActorCritic actorCritic() {
    return new ActorCritic(Adam.withRate(rate), discount, entropy);
  }
}
