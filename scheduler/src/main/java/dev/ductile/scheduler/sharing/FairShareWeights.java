package dev.ductile.scheduler.sharing;

import dev.ductile.api.Cluster;
import dev.ductile.api.DecayedUse;
import dev.ductile.api.Queue;
import dev.ductile.api.Sharing;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The weights of queues after their past use: the weight is halved for each time that the queue has
 * used its part of the weights (the fair-share factor of Slurm).
 */
final class FairShareWeights {
  /** The least part of its weight that a queue keeps. */
  private static final double LEAST = 1.0 / 1024;

  private FairShareWeights() {}

  static Map<String, Double> of(List<Queue> queues, Cluster cluster) {
    Map<String, Double> used = new HashMap<>();
    cluster
        .usage()
        .accounts()
        .forEach((account, use) -> used.merge(account.queue(), use(use, cluster), Double::sum));
    double allUsed = 0;
    double allWeights = 0;
    for (Queue queue : queues) {
      allUsed += used.getOrDefault(queue.name(), 0.0);
      allWeights += QueueDemand.sharing(queue).weight();
    }
    Map<String, Double> weights = new HashMap<>();
    for (Queue queue : queues) {
      Sharing sharing = QueueDemand.sharing(queue);
      double part = allUsed > 0 ? used.getOrDefault(queue.name(), 0.0) / allUsed : 0;
      double factor =
          sharing.halfLife().isPresent()
              ? Math.max(LEAST, Math.pow(2, -part * allWeights / sharing.weight()))
              : 1;
      weights.put(queue.name(), sharing.weight() * factor);
    }
    return weights;
  }

  private static double use(DecayedUse use, Cluster cluster) {
    return use.at(cluster.now());
  }
}
