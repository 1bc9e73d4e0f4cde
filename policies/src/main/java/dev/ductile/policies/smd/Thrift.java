package dev.ductile.policies.smd;

import dev.ductile.api.Job;
import dev.ductile.api.Size;
import java.time.Instant;

/**
 * Giving up the little that the last tasks of a job are worth: the size that takes least of those
 * that keep a share of the utility. The paper sees jobs use a third to a half of what they asked
 * for (Fig. 12), which the fastest sizes do not.
 *
 * @param keep the share; with 1 sizes stay as they are
 */
record Thrift(double keep) {
  private static final int DENSE = 200;

  Thrift {
    if (!(keep > 0 && keep <= 1)) {
      throw new IllegalArgumentException("keep must be above 0 and at most 1, not " + keep);
    }
  }

  Size trimmed(Allowance allowance, Size size, Instant now) {
    if (keep == 1) {
      return size;
    }
    Job job = allowance.candidate().job();
    double needed = keep * worth(job, size, now);
    Size best = size;
    int mostWorkers = allowance.mostWorkers(allowance.servers().least());
    for (int workers : BestSize.counts(allowance.workers(), mostWorkers, DENSE)) {
      Size least = least(allowance, workers, needed, now);
      if (!least.isNone() && taken(allowance, least) < taken(allowance, best)) {
        best = least;
      }
    }
    return best;
  }

  /** With the fewest servers that will do beside so many workers; none where none will. */
  private static Size least(Allowance allowance, int workers, double needed, Instant now) {
    int most = allowance.mostServers(workers);
    for (int servers : BestSize.counts(allowance.servers(), most, DENSE)) {
      var candidate = new Size(workers, servers);
      if (worth(allowance.candidate().job(), candidate, now) >= needed) {
        return candidate;
      }
    }
    return Size.NONE;
  }

  private static double worth(Job job, Size size, Instant now) {
    return Offer.worth(job, Offer.seconds(job, size, now), now);
  }

  /** The shares of what it may have that a job of this size takes, added up over resources. */
  private static double taken(Allowance allowance, Size size) {
    double taken = 0;
    for (int resource = 0; resource < allowance.resources(); resource++) {
      double needed =
          allowance.worker(resource) * size.workers() + allowance.server(resource) * size.servers();
      taken += needed > 0 ? needed / allowance.most(resource) : 0;
    }
    return taken;
  }
}
