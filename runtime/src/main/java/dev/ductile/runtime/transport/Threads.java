package dev.ductile.runtime.transport;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Runs background work on virtual threads. */
final class Threads implements Background {
  @Override
  public void start(Runnable work) {
    Thread.ofVirtual().name("background").start(work);
  }

  @Override
  public Queue queue() {
    return new InOrder(Executors.newSingleThreadExecutor(Thread.ofVirtual().factory()));
  }

  /** Runs all of its work on one thread. */
  private record InOrder(ExecutorService thread) implements Queue {
    @Override
    public void add(Runnable work) {
      thread.execute(work);
    }

    @Override
    public void await() {
      CompletableFuture.runAsync(() -> {}, thread).join();
    }

    @Override
    public boolean await(Duration most) {
      return CompletableFuture.supplyAsync(() -> true, thread)
          .completeOnTimeout(false, most.toMillis(), TimeUnit.MILLISECONDS)
          .join();
    }

    @Override
    public void close() {
      thread.shutdown();
    }
  }
}
