package dev.ductile.policies.queueing;

import dev.ductile.api.Cluster;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A policy that keeps all jobs in one queue and serves it. Most published policies are an order of
 * the queue and a discipline; this class adds reasons and handles protected and infeasible jobs.
 */
public final class QueuePolicy implements Policy {
  private final QueueOrder order;
  private final QueueDiscipline discipline;
  private final Ranking ranking;

  public QueuePolicy(QueueOrder order, QueueDiscipline discipline) {
    this.order = order;
    this.discipline = discipline;
    this.ranking = new Ranking(order, discipline.sizes());
  }

  @Override
  public Plan decide(Cluster cluster) {
    ranking.update(cluster);
    ServedJobs served = discipline.serve(cluster, ranking, order);
    boolean someWait = served.grants().size() + cluster.pinned().size() < cluster.jobs().size();
    return new Plan(
        served.grants(),
        List.of(),
        someWait ? nextFall(served, cluster.now()) : Optional.empty(),
        served.isSettled(cluster),
        QueueReasons.of(cluster, served.grants(), order, discipline));
  }

  /** The time at which the first running job falls back in the queue. */
  private Optional<Instant> nextFall(ServedJobs served, Instant now) {
    if (!order.falls()) {
      return Optional.empty();
    }
    double soonest = Double.POSITIVE_INFINITY;
    for (Ranked ranked : served.jobs()) {
      soonest = Math.min(soonest, order.secondsToFall(ranked.job(), ranked.group().devices(), now));
    }
    return later(now, soonest);
  }

  /** The instant this many seconds later, rounded up; empty if the number is infinite. */
  static Optional<Instant> later(Instant now, double seconds) {
    if (Double.isInfinite(seconds)) {
      return Optional.empty();
    }
    double whole = Math.floor(seconds);
    long nanos = (long) Math.ceil((seconds - whole) * 1e9);
    return Optional.of(now.plus(Duration.ofSeconds((long) whole, nanos)));
  }
}
