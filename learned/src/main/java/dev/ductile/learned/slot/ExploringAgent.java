package dev.ductile.learned.slot;

import dev.ductile.learned.network.ActionDistribution;
import dev.ductile.learned.network.Network;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Draws actions by the probabilities of a network. In a poor state, it takes the remedy instead
 * with a given probability: job-aware exploration (DL2, Section 4.3).
 *
 * @param guidance the probability of the remedy in a poor state; the paper's epsilon
 */
public record ExploringAgent(Network network, double guidance, RandomGenerator random)
    implements Agent {
  @Override
  public Chosen choose(SlotDraft draft) {
    ActionDistribution distribution = draft.distribution(network);
    Optional<Action> remedy = draft.remedy();
    if (remedy.isPresent() && random.nextDouble() < guidance) {
      return NetworkAgent.chosen(distribution, draft.actions().index(remedy.get()), true);
    }
    return NetworkAgent.chosen(distribution, distribution.sample(random), false);
  }
}
