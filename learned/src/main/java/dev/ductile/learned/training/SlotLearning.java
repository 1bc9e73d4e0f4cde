package dev.ductile.learned.training;

/** A way to improve networks from slots. */
public interface SlotLearning {
  /** The networks after this slot, which is the next one of its episode. */
  ActorCritic.Networks learn(ActorCritic.Networks before, Slot slot);
}
