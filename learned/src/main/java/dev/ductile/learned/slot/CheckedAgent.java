package dev.ductile.learned.slot;

/** An agent whose network may have outputs that are not finite. */
public record CheckedAgent(Agent agent) implements Agent {
  /**
   * The choice of the network.
   *
   * @throws NoAnswerException if its outputs are not finite
   */
  @Override
  public Chosen choose(SlotDraft draft) {
    try {
      return agent.choose(draft);
    } catch (IllegalArgumentException problem) {
      throw new NoAnswerException(problem);
    }
  }
}
