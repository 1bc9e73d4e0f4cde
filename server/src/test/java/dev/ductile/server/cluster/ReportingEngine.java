package dev.ductile.server.cluster;

import dev.ductile.api.Clock;
import dev.ductile.api.Engine;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Order;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** An engine that starts no tasks: it reports what a test says, at the time that a test says. */
final class ReportingEngine implements Engine, Clock {
  private static final long LONGEST_SLEEP_MILLIS = 5;

  private final Semaphore changes = new Semaphore(0);
  private final List<Event> events = new ArrayList<>();
  private final Map<JobId, Order> orders = new HashMap<>();
  private Instant now;
  private boolean failing;

  ReportingEngine(Instant now) {
    this.now = now;
  }

  synchronized void advance(Duration time) {
    now = now.plus(time);
  }

  synchronized void report(Event event) {
    events.add(event);
    changes.release();
  }

  /** Ends the scheduler by an exception. */
  synchronized void fail() {
    failing = true;
    changes.release();
  }

  /** The last order of each job that has not ended. */
  synchronized List<Order> orders() {
    return List.copyOf(orders.values());
  }

  @Override
  public synchronized List<Event> poll() {
    List<Event> polled = List.copyOf(events);
    events.clear();
    return polled;
  }

  @Override
  public synchronized void apply(Order order) {
    if (order.isLast()) {
      orders.remove(order.job());
    } else {
      orders.put(order.job(), order);
    }
  }

  @Override
  public synchronized void adopt(Collection<Order> lastOrders) {
    lastOrders.forEach(order -> orders.put(order.job(), order));
  }

  @Override
  public synchronized Instant instant() {
    return now;
  }

  @Override
  public void sleepUntil(Instant deadline) {
    try {
      if (changes.tryAcquire(LONGEST_SLEEP_MILLIS, TimeUnit.MILLISECONDS)) {
        changes.drainPermits();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (isFailing()) {
      throw new IllegalStateException("the test ends this scheduler");
    }
  }

  private synchronized boolean isFailing() {
    return failing;
  }

  @Override
  public void wake() {
    changes.release();
  }

  @Override
  public void close() {}
}
