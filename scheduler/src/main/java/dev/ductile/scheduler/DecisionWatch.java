package dev.ductile.scheduler;

import dev.ductile.api.Cluster;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Enforces the time limit of decisions. Policies decide on the threads of their schedulers, as
 * without a limit. Another thread checks the running decisions at an interval, so the limit costs a
 * decision nothing and changes no plan. A decision that exceeds the limit ends the run, with the
 * name of the policy and its present position in the code.
 */
public final class DecisionWatch {
  /** The interval of the checks. */
  private static final Duration EVERY = Duration.ofMillis(200);

  /** If a check comes later than this, the process was stopped or its machine was asleep. */
  private static final Duration LATEST = EVERY.multipliedBy(5);

  private final Duration limit;
  private final LongSupplier nanos;
  private final Map<Thread, Decision> underWay = new ConcurrentHashMap<>();
  private final AtomicLong asleep = new AtomicLong();

  /** A decision under way and its start, shifted by the time in which the process did not run. */
  private record Decision(String policy, Cluster cluster, long since) {}

  /**
   * A watch over any number of schedulers.
   *
   * @param nanos a clock that never goes back, such as {@code System::nanoTime}
   */
  public DecisionWatch(Duration limit, LongSupplier nanos) {
    this.limit = limit;
    this.nanos = nanos;
  }

  /** The watched policy; its exceptions become a {@link PolicyFailure} with its name. */
  public Policy over(String name, Policy policy) {
    return cluster -> decide(name, policy, cluster);
  }

  private Plan decide(String name, Policy policy, Cluster cluster) {
    underWay.put(
        Thread.currentThread(), new Decision(name, cluster, nanos.getAsLong() - asleep.get()));
    try {
      return policy.decide(cluster);
    } catch (PolicyFailure failure) {
      throw failure;
    } catch (RuntimeException | StackOverflowError | LinkageError thrown) {
      throw PolicyFailure.threw(name, cluster, thrown);
    } finally {
      underWay.remove(Thread.currentThread());
    }
  }

  /**
   * Runs work in which watched policies decide, and returns its result or throws its exception. If
   * a decision exceeds the limit, this method throws at once and leaves the work to a daemon
   * thread. Time in which the process did not run does not count.
   */
  public <T> T during(Callable<T> work) throws Exception {
    var task = new FutureTask<>(work);
    long looked = nanos.getAsLong();
    Thread.ofPlatform().daemon().name("decisions").start(task);
    while (true) {
      try {
        return task.get(EVERY.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException goesOn) {
        long now = nanos.getAsLong();
        check(now - asleep.addAndGet(slept(now - looked)));
        looked = now;
      } catch (ExecutionException thrown) {
        if (thrown.getCause() instanceof Error error) {
          throw error;
        }
        throw thrown.getCause() instanceof Exception cause
            ? cause
            : new IllegalStateException(thrown.getCause());
      }
    }
  }

  /** The part of the time since the last check in which the process did not run. */
  private static long slept(long nanos) {
    return nanos > LATEST.toNanos() ? nanos - EVERY.toNanos() : 0;
  }

  private void check(long now) {
    underWay.forEach((thread, decision) -> {
      if (now - decision.since() > limit.toNanos()) {
        throw PolicyFailure.late(
            decision.policy(), decision.cluster(), limit, thread.getStackTrace());
      }
    });
  }
}
