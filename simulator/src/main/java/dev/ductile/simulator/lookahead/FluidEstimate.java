package dev.ductile.simulator.lookahead;

import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Estimates the ends of the jobs that a rollout left unfinished, in the same way for all rollouts.
 * The cluster is a fluid: it serves one job after the other, the one with the least work first, and
 * no job is faster than at its largest size.
 */
final class FluidEstimate {
  private record Rest(Job job, double clusterSeconds, double fastest) {}

  private FluidEstimate() {}

  /** Seconds from the picture to the end of each of these jobs. */
  static Map<JobId, Double> ends(Cluster picture, List<Job> jobs) {
    Resources total = picture.nodes().total();
    var rests = new ArrayList<Rest>();
    for (Job job : jobs) {
      rests.add(rest(job, picture, total));
    }
    rests.sort(
        Comparator.comparingDouble(Rest::clusterSeconds)
            .thenComparingLong(rest -> rest.job().arrival()));
    var ends = new LinkedHashMap<JobId, Double>();
    double served = 0;
    for (Rest rest : rests) {
      served += rest.clusterSeconds();
      ends.put(rest.job().id(), Math.max(served, rest.fastest()));
    }
    return ends;
  }

  private static Rest rest(Job job, Cluster picture, Resources total) {
    double steps = job.remainingSteps(picture.now());
    Size least = job.spec().bounds().least();
    double slowest = steps / job.speedAt(least);
    double fastest = steps / job.speedAt(job.spec().bounds().most());
    return new Rest(
        job,
        slowest * share(job.spec().demand(), least, total),
        Math.min(slowest, Double.isFinite(fastest) ? fastest : slowest));
  }

  /** The largest share of any resource that is taken. */
  private static double share(Demand demand, Size size, Resources total) {
    double share = 0;
    for (Map.Entry<String, Double> need : demand.of(size).amounts().entrySet()) {
      double all = total.amount(need.getKey());
      share = Math.max(share, all > 0 ? need.getValue() / all : 1);
    }
    return Math.min(1, share);
  }
}
