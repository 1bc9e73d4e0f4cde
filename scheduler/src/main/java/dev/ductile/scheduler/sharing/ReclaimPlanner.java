package dev.ductile.scheduler.sharing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Job;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The steps by which jobs give resources back, in the order of the work that they lose: elastic
 * jobs become smaller first, and then whole jobs stop. Jobs of low priority come first, then those
 * that lose the least work by the change, and then those that have received the least service.
 */
final class ReclaimPlanner {
  private final AllocationDraft draft;
  private final TaskAmounts tasks;
  private final Instant now;

  ReclaimPlanner(AllocationDraft draft, TaskAmounts tasks, Instant now) {
    this.draft = draft;
    this.tasks = tasks;
    this.now = now;
  }

  /**
   * The steps by which jobs of a queue that holds more than its share give back this amount. The
   * last job may give more, if it cannot give less.
   */
  List<ReclaimStep> fromBorrower(List<Job> jobs, int column, double amount) {
    var steps = new ArrayList<ReclaimStep>();
    double rest = amount;
    Map<Long, Allocation> allocations = new HashMap<>();
    List<Job> ordered = jobs.stream().sorted(order()).toList();
    for (Job job : ordered) {
      Allocation at = draft.allocation(job);
      var next = isShort(rest, amount) ? Shrinking.next(job, at) : Optional.<Allocation>empty();
      while (next.isPresent() && isShort(rest, amount)) {
        var step = new ReclaimStep(job, at, next.get(), false);
        steps.add(step);
        rest -= tasks.given(step, column);
        at = next.get();
        next = Shrinking.next(job, at);
      }
      allocations.put(job.arrival(), at);
    }
    stops(ordered, allocations, column, rest, amount, steps);
    return steps;
  }

  private void stops(
      List<Job> ordered,
      Map<Long, Allocation> allocations,
      int column,
      double rest,
      double amount,
      List<ReclaimStep> steps) {
    double left = rest;
    for (Job job : ordered) {
      Allocation at = Objects.requireNonNull(allocations.get(job.arrival()));
      if (!isShort(left, amount)) {
        return;
      }
      double held = tasks.amount(job, at, column);
      if (held > 0) {
        steps.add(new ReclaimStep(job, at, Allocation.NONE, false));
        left -= held;
      }
    }
  }

  /** Whether a rest of the amount is still to be given back. */
  private static boolean isShort(double rest, double amount) {
    return rest > 1e-9 * Math.max(1, amount);
  }

  /** The steps by which jobs of lower priority in a queue shrink to their least sizes. */
  List<ReclaimStep> fromLowerPriority(List<Job> jobs) {
    var steps = new ArrayList<ReclaimStep>();
    for (Job job : jobs.stream().sorted(order()).toList()) {
      Allocation at = draft.allocation(job);
      var next = Shrinking.next(job, at);
      while (next.isPresent()) {
        steps.add(new ReclaimStep(job, at, next.get(), true));
        at = next.get();
        next = Shrinking.next(job, at);
      }
    }
    return steps;
  }

  private Comparator<Job> order() {
    return Comparator.comparingInt((Job job) -> job.spec().priority())
        .thenComparingDouble(job -> LostWork.of(job, now).deviceSeconds())
        .thenComparingDouble(job -> job.serviceAt(now))
        .thenComparing(Comparator.comparingLong(Job::arrival).reversed());
  }
}
