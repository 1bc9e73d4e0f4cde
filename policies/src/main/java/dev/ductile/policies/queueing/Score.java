package dev.ductile.policies.queueing;

import dev.ductile.api.Cluster;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.Nodes;
import dev.ductile.api.Phrase;
import dev.ductile.api.Placement;
import dev.ductile.api.Resources;
import java.time.Instant;
import java.util.List;

/**
 * The packing score (Grandl et al., SIGCOMM 2014, sections 3.2 and 3.3): how well a need matches
 * the free resources, less the remaining work. A job's tasks start together here, so fit is
 * measured for the whole job, in parts of the cluster. Remaining work is the remaining time: a
 * second weighting by resources would cancel the fit. As an order, it is the score of jobs before
 * any job is placed.
 */
final class Score implements QueueOrder {
  private final List<String> columns;
  private final double[] totals;

  /** The free part of the cluster, per resource, before any job is placed. */
  private final double[] start;

  /** The weight of a second of remaining time. */
  private final double weight;

  private Score(Nodes nodes, FreeCapacity free, double weight) {
    this.columns = nodes.columns();
    this.totals = columns.stream().mapToDouble(nodes.total()::amount).toArray();
    this.start = parts(free);
    this.weight = weight;
  }

  /**
   * Scales by the waiting jobs: the mean remaining time weighs {@code remainingWeight} times as
   * much as the mean fit.
   */
  static Score of(Cluster cluster, Ranking ranking, Placement placement, double remainingWeight) {
    FreeCapacity free = cluster.left();
    var unweighted = new Score(cluster.nodes(), free, 0);
    double fits = 0;
    double seconds = 0;
    for (Group group : ranking.groups()) {
      if (!group.isFeasible(cluster.nodes(), placement)) {
        continue;
      }
      double[] needs = unweighted.parts(group.request().demand().of(group.size()));
      double fit = fit(needs, unweighted.start);
      for (Ranked ranked : group.waiting()) {
        if (Double.isFinite(ranked.key())) {
          fits += fit;
          seconds += ranked.key();
        }
      }
    }
    return new Score(cluster.nodes(), free, seconds > 0 ? remainingWeight * fits / seconds : 0);
  }

  /** The score of a job with these needs and this remaining time. */
  double of(double[] needs, double remainingSeconds, double[] free) {
    return fit(needs, free) - cost(remainingSeconds);
  }

  /** Resources as parts of the cluster, column by column. */
  double[] parts(Resources resources) {
    var parts = new double[totals.length];
    for (int column = 0; column < parts.length; column++) {
      parts[column] = resources.amount(columns.get(column)) / totals[column];
    }
    return parts;
  }

  /** The free resources as parts of the cluster, column by column. */
  double[] parts(FreeCapacity free) {
    var parts = new double[totals.length];
    for (int column = 0; column < parts.length; column++) {
      parts[column] = Math.max(0, free.left(columns.get(column))) / totals[column];
    }
    return parts;
  }

  @Override
  public String criterion() {
    return "packing score";
  }

  @Override
  public double key(Job job, Instant now) {
    return -of(needs(job), job.remainingSeconds(now), start);
  }

  @Override
  public Phrase value(Job job, Instant now) {
    double seconds = job.remainingSeconds(now);
    double[] needs = needs(job);
    if (!Double.isFinite(seconds) && weight > 0) {
      return Phrase.of("last, because its remaining time is unknown");
    }
    return Phrase.of(
        "{packingScore} (fit {fit}, less {remainingCost} for {remaining} left)",
        of(needs, seconds, start),
        fit(needs, start),
        cost(seconds),
        QueueOrder.span(seconds));
  }

  private double[] needs(Job job) {
    return parts(job.spec().demand().of(job.spec().asked()));
  }

  private double cost(double remainingSeconds) {
    return weight == 0 ? 0 : weight * remainingSeconds;
  }

  /** The dot product of needed and free parts. */
  private static double fit(double[] needs, double[] free) {
    double fit = 0;
    for (int column = 0; column < needs.length; column++) {
      fit += needs[column] * free[column];
    }
    return fit;
  }
}
