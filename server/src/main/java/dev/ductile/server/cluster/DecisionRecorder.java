package dev.ductile.server.cluster;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Plan;
import dev.ductile.api.Reason;
import dev.ductile.api.Violation;
import dev.ductile.rest.DecidedChange;
import dev.ductile.rest.DecisionView;
import dev.ductile.scheduler.SchedulerObserver;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/** Makes the record of each decision, on the thread of the scheduler. */
final class DecisionRecorder implements SchedulerObserver {
  private final Supplier<String> policy;
  private final DoubleSupplier milliseconds;
  private final Consumer<DecisionView> log;
  private long number;
  private String trigger = "";
  private int triggers;
  private List<String> dropped = List.of();

  /**
   * A recorder.
   *
   * @param first the number of the next decision
   * @param policy the policy that decides now
   * @param milliseconds the time that the last decision took
   * @param log takes the records
   */
  DecisionRecorder(
      long first,
      Supplier<String> policy,
      DoubleSupplier milliseconds,
      Consumer<DecisionView> log) {
    this.number = first;
    this.policy = policy;
    this.milliseconds = milliseconds;
    this.log = log;
  }

  @Override
  public void happened(Event event) {
    String cause = TriggerText.of(event);
    if (cause.isEmpty()) {
      return;
    }
    trigger = triggers == 0 ? cause : trigger;
    triggers++;
  }

  @Override
  public void rejected(Cluster cluster, Plan plan, List<Violation> violations) {
    dropped = violations.stream().map(Violation::toString).toList();
  }

  @Override
  public void decided(Cluster cluster, Plan plan) {
    List<DecidedChange> changes = changes(cluster, plan);
    int holding = cluster.running().size() + cluster.pinned().size();
    long touched = changes.stream().filter(change -> change.from().workers() > 0).count();
    int starts = changes.size() - (int) touched;
    log.accept(
        new DecisionView(
            number++,
            cluster.now(),
            policy.get(),
            cause(),
            milliseconds.getAsDouble(),
            changes,
            holding - (int) touched,
            cluster.jobs().size() - holding - starts,
            dropped));
    trigger = "";
    triggers = 0;
    dropped = List.of();
  }

  private String cause() {
    if (triggers == 0) {
      return "the time for the next decision had come";
    }
    return triggers == 1
        ? trigger
        : "%s, and %s".formatted(trigger, Reason.count(triggers - 1, "more event"));
  }

  private static List<DecidedChange> changes(Cluster cluster, Plan plan) {
    var changes = new ArrayList<DecidedChange>();
    Set<Long> granted = new HashSet<>();
    for (Grant grant : plan.grants()) {
      granted.add(grant.job().arrival());
      if (grant.isChange()) {
        changes.add(change(grant.job(), grant.allocation(), plan));
      }
    }
    for (Job job : cluster.running()) {
      if (!granted.contains(job.arrival())) {
        changes.add(change(job, Allocation.NONE, plan));
      }
    }
    return changes;
  }

  private static DecidedChange change(Job job, Allocation to, Plan plan) {
    return new DecidedChange(
        job.id().name(),
        Words.size(job.allocation().size()),
        Words.size(to.size()),
        Words.reason(plan.reasons().why(job)));
  }
}
