package dev.ductile.models.layers;

import dev.ductile.models.ParameterChecks;

/**
 * The cost of one layer to one worker in one step (Yu et al., "A Sum-of-Ratios
 * Multi-Dimensional-Knapsack Decomposition for DNN Resource Scheduling", Section III-B).
 *
 * @param backward seconds of backward propagation (b)
 * @param transfer seconds to send its gradients, and the same again to receive its parameters (r)
 * @param forward seconds of forward propagation (f)
 */
public record Layer(double backward, double transfer, double forward) {
  public Layer {
    ParameterChecks.atLeastZero("backward", backward);
    ParameterChecks.atLeastZero("transfer", transfer);
    ParameterChecks.atLeastZero("forward", forward);
  }
}
