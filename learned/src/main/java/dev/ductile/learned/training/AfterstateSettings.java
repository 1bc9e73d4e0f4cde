package dev.ductile.learned.training;

import dev.ductile.learned.network.Adam;
import dev.ductile.learned.slot.StateSpace;

/**
 * Settings of learning from a critic that judges the state after each action.
 *
 * @param policyRate the first learning rate of the policy network
 * @param valueRate the first learning rate of the value network
 * @param halving the changes of the policy network after which both rates and the temperature are a
 *     half; after twice as many they are a third
 * @param temperature the part of the greatest gain that another action may lack and still be
 *     explored; the first one
 * @param perShare the power of the added dominant share by which the gain of an action is divided:
 *     1 compares gains per resource, 0 gains per action
 * @param slots the slots that are collected before the networks change
 * @param steps the steps of the value network in each change
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
    double temperature,
    double perShare,
    int slots,
    int steps,
    double sampled,
    int passes,
    int batch,
    int memory,
    int preparation) {
  static final AfterstateSettings DEFAULTS =
      new AfterstateSettings(0.0008, 0.002, 75, 0.1, 1, 200, 400, 0.5, 4, 256, 200_000, 5);

  public AfterstateSettings {
    SettingRange.requireRate("policyRate", policyRate);
    SettingRange.requireRate("valueRate", valueRate);
    SettingRange.requireAbove("halving", halving);
    SettingRange.requireRate("temperature", temperature);
    SettingRange.requireShare("perShare", perShare);
    SettingRange.requireAbove("slots", slots);
    SettingRange.requireAbove("steps", steps);
    SettingRange.requireShare("sampled", sampled);
    SettingRange.requireAbove("passes", passes);
    SettingRange.requireAbove("batch", batch);
    SettingRange.requireAbove("memory", memory);
    SettingRange.requireCount("preparation", preparation);
  }

  /** The step of the policy network after this number of changes. */
  GainStep policyStep(int changes) {
    return new GainStep(Adam.withRate(fallen(policyRate, changes)));
  }

  /** The optimiser of the value network after this number of changes of the policy network. */
  Adam valueOptimiser(int changes) {
    return Adam.withRate(fallen(valueRate, changes));
  }

  double temperature(int changes) {
    return fallen(temperature, changes);
  }

  private double fallen(double first, int changes) {
    return first / (1 + (double) changes / halving);
  }

  AfterstateCritic critic(StateSpace space, ValueScale scale) {
    return new AfterstateCritic(space, scale, batch, memory);
  }
}
