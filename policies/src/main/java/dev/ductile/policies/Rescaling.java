package dev.ductile.policies;

import dev.ductile.api.Cluster;

/** The cost of changes of running jobs. */
public final class Rescaling {
  private Rescaling() {}

  /** Whether no change pauses a running job. */
  public static boolean isFree(Cluster cluster) {
    for (int i = 0; i < cluster.running().size(); i++) {
      if (!cluster.running().get(i).pause().isZero()) {
        return false;
      }
    }
    return true;
  }
}
