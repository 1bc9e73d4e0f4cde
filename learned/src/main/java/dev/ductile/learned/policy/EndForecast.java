package dev.ductile.learned.policy;

import dev.ductile.learned.network.Network;
import dev.ductile.learned.slot.StateSpace;

/**
 * Forecasts the end of a job from its row in a state, as the critic of a reinforcement has learned
 * it from the rewards of former slots.
 *
 * @param network its output is the natural logarithm of the cube root of the slots to the end
 */
public record EndForecast(Network network, StateSpace space) {
  /** The slots until a job with this row ends, if it keeps its tasks. */
  public double slots(float[] row) {
    return Math.exp(3 * network.forward(space.withLogarithms(row))[0]);
  }
}
