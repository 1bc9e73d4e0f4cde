package dev.ductile.server.cluster;

import dev.ductile.api.Cluster;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import java.util.function.LongSupplier;

/** A policy whose decisions are timed. */
final class TimedPolicy implements Policy {
  private final Policy policy;
  private final LongSupplier nanos;
  private final DecisionTimer timer;

  TimedPolicy(Policy policy, LongSupplier nanos, DecisionTimer timer) {
    this.policy = policy;
    this.nanos = nanos;
    this.timer = timer;
  }

  @Override
  public Plan decide(Cluster cluster) {
    long begin = nanos.getAsLong();
    timer.begins(begin);
    try {
      return policy.decide(cluster);
    } finally {
      timer.ends(nanos.getAsLong() - begin);
    }
  }
}
