package dev.ductile.learned.fallback;

import dev.ductile.api.Cluster;
import dev.ductile.api.Plan;
import java.util.Optional;

/** Finds decisions of a policy that its teacher should make instead. */
public interface DecisionCheck {
  /** Accepts every decision. */
  DecisionCheck NONE = new DecisionCheck() {};

  /** The part of the picture that is unlike anything in training, as a clause; absent if none. */
  default Optional<String> unfamiliar(Cluster cluster) {
    return Optional.empty();
  }

  /** The poor part of the plan, as a clause; absent if there is none. */
  default Optional<String> poor(Cluster cluster, Plan plan) {
    return Optional.empty();
  }
}
