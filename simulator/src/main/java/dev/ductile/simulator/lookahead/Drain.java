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
 * When the jobs of a picture would end if the cluster were a fluid that is poured into one job
 * after the other, the one that needs least of it first, and no job could be faster than at its
 * largest size. An estimate with which every future that broke off is completed in the same way.
 */
final class Drain {
  private record Rest(Job job, double clusterSeconds, double fastest) {}

  private Drain() {}

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
    double poured = 0;
    for (Rest rest : rests) {
      poured += rest.clusterSeconds();
      ends.put(rest.job().id(), Math.max(poured, rest.fastest()));
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

  /** The part of the cluster that is taken of the resource most taken. */
  private static double share(Demand demand, Size size, Resources total) {
    double share = 0;
    for (Map.Entry<String, Double> need : demand.of(size).amounts().entrySet()) {
      double all = total.amount(need.getKey());
      share = Math.max(share, all > 0 ? need.getValue() / all : 1);
    }
    return Math.min(1, share);
  }
}
