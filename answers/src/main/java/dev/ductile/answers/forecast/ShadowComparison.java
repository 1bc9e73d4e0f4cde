package dev.ductile.answers.forecast;

import dev.ductile.api.Cluster;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Reason;
import dev.ductile.rest.ShadowView;
import dev.ductile.rest.WhatIfMeasure;
import dev.ductile.scheduler.Decision;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.scheduler.ShadowNotes;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * A policy that decides beside the acting one and changes nothing. It sees a picture if it is ready
 * for one; others are left out and counted. Its counts begin again when the acting policy changes.
 */
public final class ShadowComparison implements SchedulerObserver {
  private final Supplier<String> acting;
  private final String shadow;
  private final Supplier<Policy> policy;
  private final Executor executor;
  private final ShadowNotes notes = new ShadowNotes();
  private final AtomicBoolean isBusy = new AtomicBoolean();

  /** Makes the plans; it is made by the first decision, on the thread of the executor. */
  private Optional<Policy> deciding = Optional.empty();

  /** The counts so far and the policy that they compare with; guarded by this. */
  private ShadowCounts counts = new ShadowCounts();

  private String compared = "";
  private long skipped;
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
    this.executor = executor;
  }

  @Override
  public void decided(Cluster cluster, Plan plan) {
    if (!isBusy.compareAndSet(false, true)) {
      skip();
      return;
    }
    String by = acting.get();
    try {
      executor.execute(() -> decide(cluster, plan, by));
    } catch (RejectedExecutionException ended) {
      isBusy.set(false);
      skip();
    }
  }

  private synchronized void skip() {
    skipped++;
  }

  private void decide(Cluster cluster, Plan plan, String by) {
    try {
      Decision own = Decision.of(notes.on(cluster), deciding());
      notes.keep(own.plan());
      count(cluster, plan, own.plan(), by);
    } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError thrown) {
      fail(thrown);
    } finally {
      isBusy.set(false);
    }
  }

  private Policy deciding() {
    Policy made = deciding.orElseGet(policy);
    deciding = Optional.of(made);
    return made;
  }

  private synchronized void count(Cluster picture, Plan plan, Plan own, String by) {
    if (!compared.isEmpty() && !by.equals(compared)) {
      beginAgain();
    }
    compared = by;
    counts.take(picture, plan, own);
  }

  private void beginAgain() {
    counts = new ShadowCounts();
    measures = List.of();
    skipped = 0;
    failures = 0;
    failure = "";
  }

  private synchronized void fail(Throwable thrown) {
    failures++;
    failure = thrown.toString();
  }

  /** Compares the futures of the present jobs under both policies; takes up to the time limit. */
  public void compare(LiveState state, WhatIfAnswers answers) {
    List<WhatIfMeasure> found;
    try {
      found =
          state.cluster().jobs().isEmpty()
              ? List.of()
              : answers.measures(state, WhatIfChanges.policy(shadow, policy));
    } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError thrown) {
      fail(thrown);
      return;
    }
    synchronized (this) {
      measures = found;
    }
  }

  /** The comparison so far. */
  public synchronized ShadowView view() {
    return new ShadowView(
        acting.get(),
        shadow,
        counts.since(),
        counts.decisions(),
        counts.equal(),
        counts.jobs(),
        counts.equalJobs(),
        skipped,
        failures,
        counts.differences(),
        measures,
        sentence());
  }

  private String sentence() {
    String begin =
        counts.decisions() == 0
            ? "%s has not decided yet".formatted(shadow)
            : "%s would have given the same sizes in %d of %s"
                .formatted(shadow, counts.equal(), Reason.count(counts.decisions(), "decision"));
    return begin
        + future()
        + (skipped == 0
            ? ""
            : "; it did not see %s".formatted(Reason.count(skipped, "further picture")))
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
