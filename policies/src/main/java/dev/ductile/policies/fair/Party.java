package dev.ductile.policies.fair;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * The owner of a share (a job, or all jobs of a user or a queue), with its jobs that may still
 * grow.
 */
final class Party {
  /** The smallest share first; among equals, the party whose job comes first. */
  static final Comparator<Party> IN_ORDER = Party::compare;

  private final PriorityQueue<Claim> claims = new PriorityQueue<>(Claim.IN_ORDER);
  private final double[] counts;
  private double share;

  Party(int columns) {
    counts = new double[columns];
  }

  double share() {
    return share;
  }

  void add(Claim claim) {
    claims.add(claim);
  }

  boolean isDone() {
    return claims.isEmpty();
  }

  /** The party's next job: the one with the smallest share of its own. */
  Claim next() {
    return claims.element();
  }

  /** Removes the next job, which can grow no more. */
  void dismissNext() {
    claims.remove();
  }

  /** Counts a change of one of its jobs. */
  void count(TaskNeeds worker, int workers, TaskNeeds server, int servers) {
    share = 0;
    for (int column = 0; column < counts.length; column++) {
      counts[column] += worker.count(column) * workers + server.count(column) * servers;
      share = Math.max(share, counts[column]);
    }
  }

  private static int compare(Party a, Party b) {
    int byShare = Double.compare(a.share, b.share);
    return byShare != 0 ? byShare : Claim.IN_ORDER.compare(a.next(), b.next());
  }
}
