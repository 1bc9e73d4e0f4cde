package dev.ductile.learned.safety;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Decisions of a live cluster that wait for work beside it. At most a few wait; further ones are
 * left out, so that the cluster never waits for the work.
 */
public final class WaitingDecisions {
  private static final int MOST = 8;

  private final Executor work;
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicBoolean gap = new AtomicBoolean();

  /** What is done with a decision. */
  @FunctionalInterface
  public interface Task {
    /**
     * Does it.
     *
     * @param isAfterGap whether decisions before it were left out
     */
    void run(boolean isAfterGap);
  }

  /**
   * No decision waits.
   *
   * @param work runs the tasks, one after the other
   */
  public WaitingDecisions(Executor work) {
    this.work = work;
  }

  /** Adds a decision, or leaves it out if too many wait. */
  public void add(Task task) {
    if (waiting.incrementAndGet() > MOST) {
      waiting.decrementAndGet();
      gap.set(true);
      return;
    }
    boolean isAfterGap = gap.getAndSet(false);
    work.execute(() -> {
      try {
        task.run(isAfterGap);
      } finally {
        waiting.decrementAndGet();
      }
    });
  }
}
