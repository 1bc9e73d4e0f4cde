package dev.ductile.answers.forecast;

import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Reason;
import dev.ductile.api.Size;
import dev.ductile.rest.ShadowView;
import dev.ductile.rest.WhatIfMeasure;
import dev.ductile.scheduler.Decision;
import dev.ductile.scheduler.Observer;
import dev.ductile.scheduler.ShadowNotes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * A policy that decides beside the acting one and changes nothing. It sees a picture if it is ready
 * for one; others are left out and counted.
 */
public final class ShadowComparison implements Observer {
  private final Supplier<String> acting;
  private final String shadow;
  private final Supplier<Policy> policy;
  private final Policy deciding;
  private final Executor executor;
  private final ShadowNotes notes = new ShadowNotes();
  private final AtomicBoolean isBusy = new AtomicBoolean();

  /** The counts so far; guarded by this. */
  private long decisions;

  private long equal;
  private long leftOut;
  private long failures;
  private String failure = "";
  private List<WhatIfMeasure> measures = List.of();

  /**
   * A comparison without decisions.
   *
   * @param acting the name of the acting policy
   * @param shadow the name of the policy in shadow
   * @param policy makes instances of it
   * @param executor decides beside the scheduler; one decision at a time
   */
  public ShadowComparison(
      Supplier<String> acting, String shadow, Supplier<Policy> policy, Executor executor) {
    this.acting = acting;
    this.shadow = shadow;
    this.policy = policy;
    this.deciding = policy.get();
    this.executor = executor;
  }

  @Override
  public void decided(Cluster cluster, Plan plan) {
    if (!isBusy.compareAndSet(false, true)) {
      leaveOut();
      return;
    }
    try {
      executor.execute(() -> decide(cluster, plan));
    } catch (RejectedExecutionException ended) {
      isBusy.set(false);
      leaveOut();
    }
  }

  private synchronized void leaveOut() {
    leftOut++;
  }

  private void decide(Cluster cluster, Plan plan) {
    try {
      Decision own = Decision.of(notes.on(cluster), deciding);
      notes.keep(own.plan());
      count(sizes(plan).equals(sizes(own.plan())));
    } catch (RuntimeException | StackOverflowError thrown) {
      fail(thrown);
    } finally {
      isBusy.set(false);
    }
  }

  private static Map<Long, Size> sizes(Plan plan) {
    var sizes = new HashMap<Long, Size>();
    for (Grant grant : plan.grants()) {
      sizes.put(grant.job().arrival(), grant.allocation().size());
    }
    return sizes;
  }

  private synchronized void count(boolean isEqual) {
    decisions++;
    equal += isEqual ? 1 : 0;
  }

  private synchronized void fail(Throwable thrown) {
    failures++;
    failure = thrown.toString();
  }

  /** Compares the futures of the present jobs under both policies; takes up to the time limit. */
  public void compare(LiveState state, WhatIfAnswers answers) {
    List<WhatIfMeasure> found;
    try {
      found = answers.measures(state, WhatIfChanges.policy(shadow, policy));
    } catch (RuntimeException | StackOverflowError thrown) {
      fail(thrown);
      return;
    }
    synchronized (this) {
      measures = found;
    }
  }

  /** The comparison so far. */
  public synchronized ShadowView view() {
    return new ShadowView(acting.get(), shadow, decisions, equal, measures, sentence());
  }

  private String sentence() {
    String counts =
        decisions == 0
            ? "%s has not decided yet".formatted(shadow)
            : "%s would have given the same sizes in %d of %s"
                .formatted(shadow, equal, Reason.count(decisions, "decision"));
    return counts
        + future()
        + (leftOut == 0
            ? ""
            : "; it did not see %s".formatted(Reason.count(leftOut, "further picture")))
        + (failures == 0
            ? ""
            : "; it failed %s, last with %s".formatted(Reason.count(failures, "time"), failure));
  }

  private String future() {
    return measures.stream()
        .filter(measure -> measure.name().equals(PairedMeasures.TIME_TO_END))
        .findFirst()
        .map(ShadowComparison::future)
        .orElse("");
  }

  private static String future(WhatIfMeasure end) {
    if (!end.isClear()) {
      return "; the present jobs would end about as early";
    }
    return "; the present jobs would end %s %s on average"
        .formatted(
            Reason.span(Math.abs(end.difference()), "a long time"),
            end.difference() < 0 ? "earlier" : "later");
  }
}
