package dev.ductile.learned.policy;

import dev.ductile.api.Seed;
import dev.ductile.learned.model.StateFeature;
import dev.ductile.learned.network.Network;
import dev.ductile.learned.slot.StateSpace;
import java.util.List;

/** The form of the models of a learned policy: its state and its network by their settings. */
public interface ModelForm {
  /** The name of the policy. */
  String policy();

  /** The state of a new model. */
  StateSpace space(ModelShape shape, Scales scales);

  /**
   * The state of a trained model.
   *
   * @throws IllegalArgumentException if these are not its figures
   */
  StateSpace space(ModelShape shape, List<StateFeature> features);

  /**
   * Refuses a network of another kind than these models have.
   *
   * @throws IllegalArgumentException if it cannot decide
   */
  default void requireKind(Network network) {}

  /** A network with random weights that gives the probabilities of actions. */
  Network network(ModelShape shape, Seed seed);
}
