package dev.ductile.scheduler.sharing;

import java.util.List;

/**
 * The demand of a queue for a share of the cluster, counted in its dominant resource.
 *
 * @param usePerShare the amount of each resource that the queue uses for a share of 1
 * @param guaranteed the share that it gets first
 * @param most the share with which it has all that it can use
 * @param weight its part of the resources beyond all guarantees
 */
record ShareDemand(List<Double> usePerShare, double guaranteed, double most, double weight) {
  ShareDemand {
    usePerShare = List.copyOf(usePerShare);
  }

  /** The same demand of a queue that cannot use more than this share. */
  ShareDemand withMost(double share) {
    return new ShareDemand(usePerShare, Math.min(guaranteed, share), Math.min(most, share), weight);
  }
}
