package dev.ductile.scheduler.sharing;

import dev.ductile.api.Size;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Rounds the entitlements of queues to whole tasks of their jobs. */
final class TaskRounding {
  private static final double ROUNDING = 1e-9;

  private final Entitlements entitlements;
  private final QueueHoldings holdings;
  private final AllocationDraft draft;
  private final ReclaimPlanner reclaim;
  private final TaskAmounts tasks;
  private final Map<String, Double> smallestTasks = new HashMap<>();

  TaskRounding(
      Entitlements entitlements,
      QueueHoldings holdings,
      AllocationDraft draft,
      ReclaimPlanner reclaim,
      TaskAmounts tasks) {
    this.entitlements = entitlements;
    this.holdings = holdings;
    this.draft = draft;
    this.reclaim = reclaim;
    this.tasks = tasks;
  }

  void round(List<String> queues) {
    List<LargestRemainders.Share> shares =
        queues.stream().filter(queue -> smallestTask(queue) > 0).map(this::share).toList();
    entitlements.round(LargestRemainders.of(shares, this::givesExactly));
  }

  private LargestRemainders.Share share(String queue) {
    int column = entitlements.column(queue);
    return new LargestRemainders.Share(
        queue,
        column,
        smallestTask(queue),
        entitlements.entitled(queue),
        holdings.held(queue, column));
  }

  /** The amount of the smallest task of a queue; 0 if its tasks are not multiples of one amount. */
  private double smallestTask(String queue) {
    return smallestTasks.computeIfAbsent(
        queue, _ -> tasks.commonUnit(holdings.possible(queue), entitlements.column(queue)));
  }

  /** Whether the jobs of a queue can give back what exceeds its whole tasks, and nothing more. */
  private boolean givesExactly(LargestRemainders.Share share) {
    double amount = share.held() - share.floor();
    List<ReclaimStep> steps =
        reclaim.fromBorrower(holdings.running(share.queue()), share.column(), amount);
    return Math.abs(tasks.given(steps, share.column()) - amount) <= ROUNDING * amount;
  }

  /** Whether a queue has left a part of its share only because a task needs more. */
  boolean isShortOfATask(String queue) {
    int column = entitlements.column(queue);
    double left = entitlements.entitled(queue) - holdings.held(queue, column);
    return holdings.possible(queue).stream()
        .filter(job -> draft.allocation(job).workers() < tasks.largestSize(job).workers())
        .anyMatch(job -> tasks.amount(job.spec().demand(), Size.workers(1), column) > left);
  }
}
