package dev.ductile.policies;

import dev.ductile.api.Allocation;
import dev.ductile.api.Grant;
import java.util.ArrayList;
import java.util.List;

/** What jobs are given in one decision, in the order in which it was given. */
final class Awards {
  private final List<Ranked> winners;
  private final List<Grant> grants;
  private final long decision;

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

  List<Ranked> winners() {
    return winners;
  }

  List<Grant> grants() {
    return grants;
  }
}
