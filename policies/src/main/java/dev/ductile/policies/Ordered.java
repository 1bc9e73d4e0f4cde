package dev.ductile.policies;

import dev.ductile.api.Cluster;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A policy that puts jobs in a line and serves the line: what most published ones come to. */
final class Ordered implements Policy {
  private final Order order;
  private final Rules rules;
  private final Ranking ranking;

  Ordered(Order order, Rules rules) {
    this.order = order;
    this.rules = rules;
    this.ranking = new Ranking(order, rules.sizing());
  }

  @Override
  public Plan decide(Cluster cluster) {
    ranking.update(cluster);
    Awards awards = rules.serve(cluster, ranking, order);
    boolean someWait = awards.grants().size() + cluster.pinned().size() < cluster.jobs().size();
    return new Plan(
        awards.grants(),
        List.of(),
        someWait ? nextFall(awards, cluster.now()) : Optional.empty(),
        awards.isSettled(cluster),
        new Explanation(cluster, awards.grants(), order, rules));
  }

  /** When the first of those who run falls back in line. */
  private Optional<Instant> nextFall(Awards awards, Instant now) {
    if (!order.falls()) {
      return Optional.empty();
    }
    double soonest = Double.POSITIVE_INFINITY;
    for (Ranked ranked : awards.winners()) {
      soonest = Math.min(soonest, order.secondsToFall(ranked.job(), ranked.group().devices(), now));
    }
    return later(now, soonest);
  }

  /** So many seconds later, rounded up; empty for an infinite number. */
  static Optional<Instant> later(Instant now, double seconds) {
    if (Double.isInfinite(seconds)) {
      return Optional.empty();
    }
    double whole = Math.floor(seconds);
    long nanos = (long) Math.ceil((seconds - whole) * 1e9);
    return Optional.of(now.plus(Duration.ofSeconds((long) whole, nanos)));
  }
}
