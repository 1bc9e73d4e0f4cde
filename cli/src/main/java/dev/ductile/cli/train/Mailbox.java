package dev.ductile.cli.train;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Work that other threads hand over to one thread, which does it in order. The others wait while
 * the mailbox is full.
 */
final class Mailbox implements Executor {
  private static final int CAPACITY = 10_000;

  private final BlockingQueue<Runnable> queue = new ArrayBlockingQueue<>(CAPACITY);

  @Override
  public void execute(Runnable work) {
    try {
      queue.put(work);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for tasks up to a limit, and runs those that have arrived. */
  void work(Duration patience) {
    try {
      Optional.ofNullable(queue.poll(patience.toNanos(), TimeUnit.NANOSECONDS))
          .ifPresent(Runnable::run);
      drain();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Runs the tasks that have arrived. */
  void drain() {
    for (int left = queue.size(); left > 0; left--) {
      Optional.ofNullable(queue.poll()).ifPresent(Runnable::run);
    }
  }
}
