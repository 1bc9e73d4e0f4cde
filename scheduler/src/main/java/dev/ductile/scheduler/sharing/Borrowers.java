package dev.ductile.scheduler.sharing;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.Size;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The queues that hold more than their shares while another queue is short of a task of its own.
 */
public final class Borrowers {
  private static final double ROUNDING = 1e-9;

  private Borrowers() {}

  /** The names of the queues whose jobs have to give resources back. */
  public static Set<String> mustGiveBack(Cluster cluster) {
    return cluster.settings().isShared() && !cluster.nodes().columns().isEmpty()
        ? mustGiveBack(cluster, new TaskAmounts(cluster.nodes()))
        : Set.of();
  }

  private static Set<String> mustGiveBack(Cluster cluster, TaskAmounts tasks) {
    Map<String, List<PriorityLevel>> levels = PriorityLevels.byQueue(cluster);
    var entitlements = new Entitlements(cluster, levels, tasks);
    var mustGiveBack = new HashSet<String>();
    boolean isOneShort = false;
    for (Map.Entry<String, List<PriorityLevel>> queue : levels.entrySet()) {
      int column = entitlements.column(queue.getKey());
      double beyond = held(queue.getValue(), tasks, column) - entitlements.entitled(queue.getKey());
      if (beyond > ROUNDING) {
        mustGiveBack.add(queue.getKey());
      }
      isOneShort |= -beyond > smallestTask(queue.getValue(), tasks, column) - ROUNDING;
    }
    return isOneShort ? Set.copyOf(mustGiveBack) : Set.of();
  }

  private static double held(List<PriorityLevel> queue, TaskAmounts tasks, int column) {
    return queue.stream()
        .flatMap(level -> level.jobs().stream())
        .mapToDouble(job -> tasks.amount(job.spec().demand(), job.allocation().size(), column))
        .sum();
  }

  /** The least that a job of the queue which could run takes more. */
  private static double smallestTask(List<PriorityLevel> queue, TaskAmounts tasks, int column) {
    return queue.stream()
        .flatMap(level -> level.jobs().stream())
        .filter(job -> job.holdsResources() || tasks.isPossible(job))
        .mapToDouble(job -> next(job, tasks, column))
        .filter(amount -> amount > 0)
        .min()
        .orElse(Double.MAX_VALUE);
  }

  /** What a waiting job needs at least, or a worker of a running one. */
  private static double next(Job job, TaskAmounts tasks, int column) {
    return tasks.amount(
        job.spec().demand(),
        job.holdsResources() ? Size.workers(1) : job.spec().bounds().least(),
        column);
  }
}
