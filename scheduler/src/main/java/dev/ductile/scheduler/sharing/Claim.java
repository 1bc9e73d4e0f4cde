package dev.ductile.scheduler.sharing;

import java.util.List;

/**
 * What a queue may have of the cluster. Shares are parts of the cluster, counted in the resource of
 * which the queue wants the largest part.
 *
 * @param use the amount of each resource that the queue uses for a share of 1
 * @param guaranteed the share that it gets first
 * @param most the share with which it has all that it can use
 * @param weight its part of the rest
 */
record Claim(List<Double> use, double guaranteed, double most, double weight) {
  Claim {
    use = List.copyOf(use);
  }

  /** The same claim of a queue that cannot use more than this share. */
  Claim withMost(double share) {
    return new Claim(use, Math.min(guaranteed, share), Math.min(most, share), weight);
  }
}
