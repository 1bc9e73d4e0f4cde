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
final class Reclaim {
  private final Draft draft;
  private final TaskAmounts tasks;
  private final Instant now;

  Reclaim(Draft draft, TaskAmounts tasks, Instant now) {
    this.draft = draft;
    this.tasks = tasks;
    this.now = now;
  }

  /**
   * The steps of another queue that holds more than its share, up to this amount. The last job may
   * give more, if it cannot give less.
   */
  List<Cut> surplus(List<Job> jobs, int column, double amount) {
    var cuts = new ArrayList<Cut>();
    double rest = amount;
    Map<Long, Allocation> allocations = new HashMap<>();
    List<Job> ordered = jobs.stream().sorted(order()).toList();
    for (Job job : ordered) {
      Allocation at = draft.of(job);
      var next = isReclaimed(rest, amount) ? Shrinking.next(job, at) : Optional.<Allocation>empty();
      while (next.isPresent() && isReclaimed(rest, amount)) {
        cuts.add(new Cut(job, at, next.get(), false));
        rest -= amount(job, at, column) - amount(job, next.get(), column);
        at = next.get();
        next = Shrinking.next(job, at);
      }
      allocations.put(job.arrival(), at);
    }
    stops(ordered, allocations, column, rest, amount, cuts);
    return cuts;
  }

  private void stops(
      List<Job> ordered,
      Map<Long, Allocation> allocations,
      int column,
      double rest,
      double amount,
      List<Cut> cuts) {
    double left = rest;
    for (Job job : ordered) {
      Allocation at = Objects.requireNonNull(allocations.get(job.arrival()));
      if (!isReclaimed(left, amount)) {
        return;
      }
      if (amount(job, at, column) > 0) {
        cuts.add(new Cut(job, at, Allocation.NONE, false));
        left -= amount(job, at, column);
      }
    }
  }

  private static boolean isReclaimed(double rest, double amount) {
    return rest > 1e-9 * Math.max(1, amount);
  }

  /** The steps of jobs of lower priority in the same queue, down to their least sizes. */
  List<Cut> lowerPriority(List<Job> jobs) {
    var cuts = new ArrayList<Cut>();
    for (Job job : jobs.stream().sorted(order()).toList()) {
      Allocation at = draft.of(job);
      var next = Shrinking.next(job, at);
      while (next.isPresent()) {
        cuts.add(new Cut(job, at, next.get(), true));
        at = next.get();
        next = Shrinking.next(job, at);
      }
    }
    return cuts;
  }

  double amount(Job job, Allocation allocation, int column) {
    return tasks.of(job.spec().demand(), allocation.size(), column);
  }

  private Comparator<Job> order() {
    return Comparator.comparingInt((Job job) -> job.spec().priority())
        .thenComparingDouble(job -> LostWork.of(job, now).deviceSeconds())
        .thenComparingDouble(job -> job.serviceAt(now))
        .thenComparing(Comparator.comparingLong(Job::arrival).reversed());
  }
}
