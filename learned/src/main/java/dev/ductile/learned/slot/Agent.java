package dev.ductile.learned.slot;

/** Chooses the actions of a slot, one after the other. */
@FunctionalInterface
public interface Agent {
  Chosen choose(SlotDraft draft);

  /**
   * A legal action with its alternative.
   *
   * @param action the index of the action
   * @param probability the probability that the network gives it
   * @param alternative the most probable other action; the same if no other has a probability
   * @param alternativeProbability the probability that the network gives the alternative
   * @param isGuided whether exploration chose the action instead of the network
   */
  record Chosen(
      int action,
      double probability,
      int alternative,
      double alternativeProbability,
      boolean isGuided) {}
}
