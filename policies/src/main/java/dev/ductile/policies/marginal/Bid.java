package dev.ductile.policies.marginal;

/** What the next piece is worth to one job, and how large that piece is. */
record Bid(Bidder bidder, int size, int next, double worth) implements Comparable<Bid> {
  boolean isNone() {
    return next == size;
  }

  /** The highest first; of equal ones that of the job which came first. */
  @Override
  public int compareTo(Bid other) {
    int byWorth = Double.compare(other.worth, worth);
    return byWorth != 0 ? byWorth : Long.compare(bidder.arrival(), other.bidder.arrival());
  }
}
