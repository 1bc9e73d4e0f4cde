package dev.ductile.learned.training;

import dev.ductile.learned.network.Adam;

/**
 * Settings of passes over the latest slots, with a limit of the change of each action.
 *
 * @param policyRate the learning rate of the policy network
 * @param valueRate the learning rate of the value network
 * @param credit the parts of a reward that the value network predicts
 * @param discount the discount of the next slot (gamma)
 * @param withinSlot the weight of the next difference of values in the same slot (lambda)
 * @param acrossSlots the weight of the first difference of values of the next slot (lambda)
 * @param clip the most that the probability of an action changes, as a part of it
 * @param entropy the weight of the entropy term
 * @param slots the slots that are collected before the networks change
 * @param passes the passes over their inferences
 * @param batch the inferences of one step
 * @param preparation the first changes, which only train the value network
 */
public record ClippedSettings(
    double policyRate,
    double valueRate,
    Credit credit,
    double discount,
    double withinSlot,
    double acrossSlots,
    double clip,
    double entropy,
    int slots,
    int passes,
    int batch,
    int preparation) {
  static final ClippedSettings DEFAULTS =
      new ClippedSettings(0.0001, 0.001, Credit.JOBS, 0.9, 0.95, 0.9, 0.2, 0.001, 400, 4, 256, 4);

  public ClippedSettings {
    SettingRange.requireRate("policyRate", policyRate);
    SettingRange.requireRate("valueRate", valueRate);
    SettingRange.requireShare("discount", discount);
    SettingRange.requireShare("withinSlot", withinSlot);
    SettingRange.requireShare("acrossSlots", acrossSlots);
    SettingRange.requireRate("clip", clip);
    SettingRange.requireFinite("entropy", entropy);
    SettingRange.requireAbove("slots", slots);
    SettingRange.requireAbove("passes", passes);
    SettingRange.requireAbove("batch", batch);
    SettingRange.requireCount("preparation", preparation);
  }

  ClippedLearning.Settings learning() {
    return new ClippedLearning.Settings(
        new ClippedStep(Adam.withRate(policyRate), clip, entropy),
        Adam.withRate(valueRate),
        credit,
        new Advantages(discount, withinSlot, acrossSlots),
        slots,
        passes,
        batch,
        preparation);
  }
}
