package dev.ductile.policies.queueing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import java.util.ArrayList;
import java.util.List;

/** The allocations of one decision, in the order in which they were made. */
final class Awards {
  private final List<Ranked> winners;
  private final List<Grant> grants;
  private final long decision;
  private boolean tight;

  Awards(int expected, long decision) {
    this.winners = new ArrayList<>(expected);
    this.grants = new ArrayList<>(expected);
    this.decision = decision;
  }

  void add(Ranked winner, Allocation allocation) {
    winner.markGranted(decision);
    winners.add(winner);
    grants.add(new Grant(winner.job(), allocation));
  }

  /** Marks that another filling order could have served other jobs. */
  void markTight() {
    tight = true;
  }

  /** Whether every job has an allocation and the plan stays the same when some of them end. */
  boolean isSettled(Cluster cluster) {
    return !tight && grants.size() + cluster.pinned().size() == cluster.jobs().size();
  }

  List<Ranked> winners() {
    return winners;
  }

  List<Grant> grants() {
    return grants;
  }
}
