package dev.ductile.models.layers;

import dev.ductile.models.Amounts;

/**
 * What one layer of a network costs one worker in one step (Yu et al., "A Sum-of-Ratios
 * Multi-Dimensional-Knapsack Decomposition for DNN Resource Scheduling", Section III-B).
 *
 * @param backward seconds of its backward propagation (b)
 * @param transfer seconds to send its gradients, and again as many to receive its parameters (r)
 * @param forward seconds of its forward propagation (f)
 */
public record Layer(double backward, double transfer, double forward) {
  public Layer {
    Amounts.atLeastZero("backward", backward);
    Amounts.atLeastZero("transfer", transfer);
    Amounts.atLeastZero("forward", forward);
  }
}
