package dev.ductile.policies.smd;

import dev.ductile.api.Job;
import dev.ductile.api.Size;
import java.time.Instant;

/**
 * Trims sizes: the size that takes the least resources among those that keep a share of the
 * utility. In the paper, jobs use a third to a half of their request (Fig. 12); the fastest sizes
 * use more.
 *
 * @param keep the share of the utility to keep; with 1, sizes stay as they are
 */
record SizeTrim(double keep) {
  private static final int DENSE = 200;

  SizeTrim {
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

  /**
   * This many workers with the fewest servers that keep the needed worth; none if no number does.
   */
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

  /** The part of its allowance that a job of this size takes, summed over resources. */
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
