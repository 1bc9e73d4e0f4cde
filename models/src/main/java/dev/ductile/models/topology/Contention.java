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
 * How fast jobs train that share the links of their nodes. Whoever transfers at a moment has an
 * equal part of the link, and jobs do not wait for each other.
 *
 * <p>A job meets another on its link as often as the other would transfer there if the first were
 * absent (the arrival theorem: Reiser and Lavenberg, JACM 1980). For two jobs that do not hide
 * their transfers this is exact; for more, what is left of the others is found by repeated
 * substitution, as in approximate mean value analysis. Only what crosses nodes counts: a job on one
 * node sends nothing over its link.
 */
public final class Contention {
  private static final int MOST_ROUNDS = 1000;
  private static final double SETTLED = 1e-12;

  /**
   * A job where it is, with at least one worker.
   *
   * @param examples for each worker and step
   */
  public record Placed(StepCosts costs, double examples, Allocation where) {
    public Placed {
      if (where.workers() == 0) {
        throw new IllegalArgumentException("a job that shares links has workers, not " + where);
      }
    }

    /** Seconds for a step when transfers take so many times as long. */
    private double seconds(double stretch) {
      return costs.overlapped(
          costs.computation(examples), stretch * costs.transfer(spread()) + costs.rounds(spread()));
    }

    /** The part of its time in which it then transfers. */
    private double busy(double stretch) {
      return Math.min(1, stretch * costs.transfer(spread()) / seconds(stretch));
    }

    private Spread spread() {
      return Spread.of(where, OptionalInt.empty());
    }
  }

  private final List<Placed> jobs;

  /** The links that are in use, and for each of them the jobs that send over it. */
  private final Collection<List<Integer>> links;

  /** The part of its time in which each job transfers. */
  private final double[] busy;

  private Contention(List<Placed> jobs) {
    this.jobs = jobs;
    links = links(jobs);
    busy = jobs.stream().mapToDouble(job -> job.busy(1)).toArray();
  }

  /** Steps per second of each of the jobs, in their order. */
  public static double[] stepsPerSecond(List<Placed> jobs) {
    return new Contention(List.copyOf(jobs)).settled();
  }

  private double[] settled() {
    double[] stretch = stretch();
    double change = 1;
    for (int round = 0; round < MOST_ROUNDS && change > SETTLED; round++) {
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

  /** How many times as long each job's transfers take, on the worst of its links. */
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

  /** How many others a job meets on a link on average, each as busy as it would be without it. */
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

  private static Collection<List<Integer>> links(List<Placed> jobs) {
    Map<NodeId, List<Integer>> links = new TreeMap<>();
    for (int job = 0; job < jobs.size(); job++) {
      Placed placed = jobs.get(job);
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
