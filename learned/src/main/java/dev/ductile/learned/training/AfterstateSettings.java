package dev.ductile.learned.training;

import dev.ductile.learned.network.Adam;
import dev.ductile.learned.slot.StateSpace;

/**
 * Settings of learning from a critic that judges the state after each action.
 *
 * @param policyRate the first learning rate of the policy network
 * @param valueRate the first learning rate of the value network
 * @param halving the changes of the policy network after which both rates are a half; after twice
 *     as many they are a third
 * @param clip the most that the probability of an action changes, as a part of it
 * @param entropy the weight of the entropy term
 * @param perShare the power of the added dominant share by which the gain of an action is divided:
 *     1 compares gains per resource, 0 gains per action
 * @param slots the slots that are collected before the policy network changes
 * @param sampled the share of their inferences that the policy network learns from
 * @param passes the passes over these inferences
 * @param batch the inferences of one step
 * @param memory the latest examples that the value network learns from; each job of a slot is one
 * @param preparation the first changes, which only train the value network
 */
public record AfterstateSettings(
    double policyRate,
    double valueRate,
    int halving,
    double clip,
    double entropy,
    double perShare,
    int slots,
    double sampled,
    int passes,
    int batch,
    int memory,
    int preparation) {
  static final AfterstateSettings DEFAULTS =
      new AfterstateSettings(0.0008, 0.002, 150, 0.2, 0.005, 1, 200, 0.25, 3, 256, 200_000, 5);

  public AfterstateSettings {
    SettingRange.requireRate("policyRate", policyRate);
    SettingRange.requireRate("valueRate", valueRate);
    SettingRange.requireAbove("halving", halving);
    SettingRange.requireRate("clip", clip);
    SettingRange.requireFinite("entropy", entropy);
    SettingRange.requireShare("perShare", perShare);
    SettingRange.requireAbove("slots", slots);
    SettingRange.requireShare("sampled", sampled);
    SettingRange.requireAbove("passes", passes);
    SettingRange.requireAbove("batch", batch);
    SettingRange.requireAbove("memory", memory);
    SettingRange.requireCount("preparation", preparation);
  }

  /** The step of the policy network after this number of changes. */
  ClippedStep policyStep(int changes) {
    return new ClippedStep(adam(policyRate, changes), clip, entropy);
  }

  /** The optimiser of the value network after this number of changes of the policy network. */
  Adam valueOptimiser(int changes) {
    return adam(valueRate, changes);
  }

  private Adam adam(double rate, int changes) {
    return Adam.withRate(rate / (1 + (double) changes / halving));
  }

  AfterstateCritic critic(StateSpace space, ValueScale scale) {
    return new AfterstateCritic(space, scale, batch, memory);
  }
}
