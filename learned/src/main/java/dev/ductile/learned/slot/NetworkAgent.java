package dev.ductile.learned.slot;

import dev.ductile.learned.network.ActionDistribution;
import dev.ductile.learned.network.Network;

/** Takes the most probable action of a network. */
public record NetworkAgent(Network network) implements Agent {
  @Override
  public Chosen choose(SlotDraft draft) {
    var distribution = draft.distribution(network);
    return chosen(distribution, distribution.mostLikely(), false);
  }

  /** An action of this distribution with its alternative. */
  static Chosen chosen(ActionDistribution distribution, int action, boolean isGuided) {
    int alternative = action;
    for (int other = 0; other < distribution.actions(); other++) {
      boolean isFirst = alternative == action;
      if (other != action
          && distribution.probability(other) > 0
          && (isFirst || distribution.probability(other) > distribution.probability(alternative))) {
        alternative = other;
      }
    }
    return new Chosen(
        action,
        distribution.probability(action),
        alternative,
        distribution.probability(alternative),
        isGuided);
  }
}
