package dev.ductile.policies.queueing;

import dev.ductile.api.Cluster;
import dev.ductile.api.Free;
import dev.ductile.api.Job;
import dev.ductile.api.Nodes;
import dev.ductile.api.Phrase;
import dev.ductile.api.Placement;
import dev.ductile.api.Resources;
import java.time.Instant;
import java.util.List;

/**
 * The packing score (Grandl et al., SIGCOMM 2014, sections 3.2 and 3.3): how well needs match what
 * is free, less the remaining work. A job's tasks start together here, so fit is measured for the
 * whole job in parts of the cluster; and its remaining work is the time that is left of it, because
 * weighing that by resources once more would cancel the fit. As an order it is the score that jobs
 * have before anything is placed.
 */
final class Score implements QueueOrder {
  private final List<String> columns;
  private final double[] totals;

  /** The parts of the cluster that are free before anything is placed. */
  private final double[] start;

  /** What a second of remaining time costs. */
  private final double weight;

  private Score(Nodes nodes, Free free, double weight) {
    this.columns = nodes.columns();
    this.totals = columns.stream().mapToDouble(nodes.total()::amount).toArray();
    this.start = parts(free);
    this.weight = weight;
  }

  /**
   * Measures what waits: the mean time left comes to weigh as much as the mean fit, times {@code
   * remainingWeight}.
   */
  static Score of(Cluster cluster, Ranking ranking, Placement placement, double remainingWeight) {
    Free free = cluster.left();
    var unweighted = new Score(cluster.nodes(), free, 0);
    double fits = 0;
    double seconds = 0;
    for (Group group : ranking.groups()) {
      if (!group.isFeasible(cluster.nodes(), placement)) {
        continue;
      }
      double[] needs = unweighted.parts(group.ask().demand().of(group.size()));
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

  /** The score of a job with these needs and this much left to do. */
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

  /** What is free, as parts of the cluster, column by column. */
  double[] parts(Free free) {
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
      return Phrase.of("last, because how long it takes is not known");
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

  /** The product of what is needed and what is free. */
  private static double fit(double[] needs, double[] free) {
    double fit = 0;
    for (int column = 0; column < needs.length; column++) {
      fit += needs[column] * free[column];
    }
    return fit;
  }
}
