package dev.ductile.models.topology;

import dev.ductile.api.Allocation;
import dev.ductile.api.NodeId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The speeds of jobs that share the links of their nodes. Jobs that transfer at the same time get
 * equal parts of a link, and do not wait for each other.
 *
 * <p>A job finds another on its link as often as the other would transfer there without the first
 * (the arrival theorem: Reiser and Lavenberg, JACM 1980). This is exact for two jobs that do not
 * overlap transfers with computation. For more jobs, repeated substitution finds the utilisations,
 * as in approximate mean value analysis. Only traffic between nodes counts: a job on one node does
 * not use its link.
 */
public final class Contention {
  private static final int MOST_ROUNDS = 1000;
  private static final double CONVERGED = 1e-12;

  /**
   * A job with at least one worker, and its allocation.
   *
   * @param examples the examples per worker and step
   */
  public record PlacedJob(StepCosts costs, double examples, Allocation where) {
    public PlacedJob {
      if (where.workers() == 0) {
        throw new IllegalArgumentException("a job that shares links has workers, not " + where);
      }
    }

    /** Seconds of a step when transfers take this many times as long. */
    private double seconds(double stretch) {
      return costs.overlapped(
          costs.computation(examples), stretch * costs.transfer(spread()) + costs.rounds(spread()));
    }

    /** The share of its time in which the job then transfers. */
    private double busy(double stretch) {
      return Math.min(1, stretch * costs.transfer(spread()) / seconds(stretch));
    }

    private NodeSpread spread() {
      return NodeSpread.of(where, OptionalInt.empty());
    }
  }

  private final List<PlacedJob> jobs;

  /** The jobs that send over each used link. */
  private final Collection<List<Integer>> links;

  /** The share of its time in which each job transfers. */
  private final double[] busy;

  private Contention(List<PlacedJob> jobs) {
    this.jobs = jobs;
    links = links(jobs);
    busy = jobs.stream().mapToDouble(job -> job.busy(1)).toArray();
  }

  /** Steps per second of each job, in their order. */
  public static double[] stepsPerSecond(List<PlacedJob> jobs) {
    return new Contention(List.copyOf(jobs)).solve();
  }

  private double[] solve() {
    double[] stretch = stretch();
    double change = 1;
    for (int round = 0; round < MOST_ROUNDS && change > CONVERGED; round++) {
      change = 0;
      for (int job = 0; job < busy.length; job++) {
        double next = (busy[job] + jobs.get(job).busy(stretch[job])) / 2;
        change = Math.max(change, Math.abs(next - busy[job]));
        busy[job] = next;
      }
      stretch = stretch();
    }
    double[] speeds = new double[busy.length];
    for (int job = 0; job < speeds.length; job++) {
      speeds[job] = 1 / jobs.get(job).seconds(stretch[job]);
    }
    return speeds;
  }

  /** The factor by which the transfers of each job take longer, on the worst of its links. */
  private double[] stretch() {
    double[] stretch = new double[busy.length];
    for (int job = 0; job < stretch.length; job++) {
      stretch[job] = 1;
    }
    for (List<Integer> link : links) {
      double together = together(link);
      for (int job : link) {
        stretch[job] = Math.max(stretch[job], 1 + met(job, link, together));
      }
    }
    return stretch;
  }

  /**
   * The mean number of other jobs that a job finds on a link; each is as busy as it would be
   * without this job.
   */
  private double met(int job, List<Integer> link, double together) {
    double met = 0;
    for (int other : link) {
      if (other != job) {
        met += jobs.get(other).busy(1 + Math.max(0, together - busy[other] - busy[job]));
      }
    }
    return met;
  }

  private double together(List<Integer> link) {
    double together = 0;
    for (int job : link) {
      together += busy[job];
    }
    return together;
  }

  private static Collection<List<Integer>> links(List<PlacedJob> jobs) {
    Map<NodeId, List<Integer>> links = new TreeMap<>();
    for (int job = 0; job < jobs.size(); job++) {
      PlacedJob placed = jobs.get(job);
      if (!placed.spread().isOnOneNode()) {
        for (Allocation.Share share : placed.where().shares()) {
          if (share.size().workers() > 0) {
            links.computeIfAbsent(share.node(), _ -> new ArrayList<>()).add(job);
          }
        }
      }
    }
    return links.values();
  }
}
