package dev.ductile.policies.marginal;

/** The next step of a job, by the indices of the sizes before and after, and its worth. */
record Bid(Bidder bidder, int size, int next, double worth) implements Comparable<Bid> {
  boolean isNone() {
    return next == size;
  }

  /** The highest worth first; among equals the earlier arrival. */
  @Override
  public int compareTo(Bid other) {
    int byWorth = Double.compare(other.worth, worth);
    return byWorth != 0 ? byWorth : Long.compare(bidder.arrival(), other.bidder.arrival());
  }
}
