package dev.ductile.server.cluster;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Reason;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * A policy whose decisions are timed, and whose reasons any thread may read. The lock keeps both
 * apart, because a policy may keep caches that its reasons use.
 */
final class TimedPolicy implements Policy {
  private final Policy policy;
  private final LongSupplier nanos;
  private final DecisionTimer timer;
  private final Lock lock = new ReentrantLock();

  TimedPolicy(Policy policy, LongSupplier nanos, DecisionTimer timer) {
    this.policy = policy;
    this.nanos = nanos;
    this.timer = timer;
  }

  @Override
  public Plan decide(Cluster cluster) {
    long begin = nanos.getAsLong();
    timer.begins(begin);
    lock.lock();
    try {
      Plan plan = policy.decide(cluster);
      return new Plan(
          plan.grants(),
          plan.notes(),
          plan.reconsider(),
          plan.settled(),
          job -> why(plan, job),
          plan.figures());
    } finally {
      lock.unlock();
      timer.ends(nanos.getAsLong() - begin);
    }
  }

  private Reason why(Plan plan, Job job) {
    lock.lock();
    try {
      return plan.reasons().why(job);
    } finally {
      lock.unlock();
    }
  }
}
