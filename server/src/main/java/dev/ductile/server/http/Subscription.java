package dev.ductile.server.http;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** The events that wait for one client. */
final class Subscription {
  private final BlockingQueue<String> waiting;
  private final Runnable disconnect;
  private volatile boolean ended;

  Subscription(int most, Runnable disconnect) {
    this.waiting = new ArrayBlockingQueue<>(most);
    this.disconnect = disconnect;
  }

  /** Adds an event. Returns false, and disconnects the client, if too many wait. */
  boolean offer(String frame) {
    boolean added = waiting.offer(frame);
    if (!added) {
      end();
      disconnect.run();
    }
    return added;
  }

  Optional<String> next(Duration wait) throws InterruptedException {
    return Optional.ofNullable(waiting.poll(wait.toMillis(), TimeUnit.MILLISECONDS));
  }

  void end() {
    ended = true;
  }

  boolean hasEnded() {
    return ended;
  }
}
