package dev.ductile.policies;

import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Free;
import dev.ductile.api.Job;
import dev.ductile.api.Node;
import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import org.jspecify.annotations.Nullable;

/**
 * What is left beside everything that runs, brought up to date with what changed. Where amounts are
 * not whole enough for sums to be exact in any order, it is worked out afresh each time, so that it
 * never depends on the past.
 */
final class Held {
  /** Sums of so many parts of a unit are exact in a double, up to the limit. */
  private static final double PARTS = 1024;

  private static final double LIMIT = 1L << 50;

  private Nodes nodes = Nodes.NONE;
  private @Nullable Free left;

  void change(@Nullable Job before, @Nullable Job after) {
    Free known = left;
    if (known == null || (before != null && after != null && isSame(before, after))) {
      return;
    }
    if (before != null && before.holdsResources()) {
      known.give(before.allocation(), before.spec().demand());
    }
    if (after != null && after.holdsResources()) {
      if (isExact(after.spec().demand())) {
        known.take(after.allocation(), after.spec().demand());
      } else {
        left = null;
      }
    }
  }

  void forget() {
    left = null;
  }

  /** What is left in this picture, whose changes have all been told. */
  Free beside(Cluster cluster) {
    Free known = left;
    if (known == null || nodes != cluster.nodes()) {
      known = Free.beside(cluster);
      nodes = cluster.nodes();
      left = isExact(cluster) ? known : null;
    }
    return known;
  }

  private static boolean isSame(Job before, Job after) {
    return before.allocation().equals(after.allocation())
        && before.spec().demand().equals(after.spec().demand());
  }

  private static boolean isExact(Cluster cluster) {
    for (Node node : cluster.nodes().list()) {
      if (!isExact(node.capacity())) {
        return false;
      }
    }
    return cluster.running().stream().allMatch(job -> isExact(job.spec().demand()))
        && cluster.pinned().stream().allMatch(job -> isExact(job.spec().demand()));
  }

  private static boolean isExact(Demand demand) {
    return isExact(demand.worker()) && isExact(demand.server());
  }

  private static boolean isExact(Resources resources) {
    for (double amount : resources.amounts().values()) {
      double parts = amount * PARTS;
      if (parts != Math.rint(parts) || parts > LIMIT) {
        return false;
      }
    }
    return true;
  }
}
