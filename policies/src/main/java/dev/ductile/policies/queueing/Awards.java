package dev.ductile.policies.queueing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import java.util.ArrayList;
import java.util.List;

/** What jobs are given in one decision, in the order in which it was given. */
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

  /** Notes that others might have won had the cluster been filled in another order. */
  void markTight() {
    tight = true;
  }

  /** Whether everybody has won and would go on to when some of them end. */
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
