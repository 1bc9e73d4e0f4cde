package dev.ductile.engines.supervision;

import dev.ductile.api.JobId;
import dev.ductile.api.Order;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The orders for the engine's thread: of each job the last one, so the queue stays small. */
final class OrderQueue {
  private final int limit;
  private Map<JobId, Request> requests = new LinkedHashMap<>();
  private boolean woken;

  /** The waiting order and the waiting cancellation of one job. */
  record Request(Optional<Order> order, Optional<String> cancel) {
    static final Request EMPTY = new Request(Optional.empty(), Optional.empty());
  }

  OrderQueue(int limit) {
    this.limit = limit;
  }

  /** Keeps the order unless a later one waits. */
  synchronized void order(Order order) {
    Request request = request(order.job());
    boolean isLate = request.order().filter(last -> last.revision() > order.revision()).isPresent();
    if (!isLate) {
      put(order.job(), new Request(Optional.of(order), request.cancel()));
    }
  }

  synchronized void cancel(JobId job, String why) {
    put(job, new Request(request(job).order(), Optional.of(why)));
  }

  synchronized void wake() {
    woken = true;
    notifyAll();
  }

  /** Waits to be woken; requests that wait already do not end the wait. */
  synchronized void rest(Duration longest) throws InterruptedException {
    woken = false;
    awaitWake(longest);
  }

  /** Waits for a request or to be woken, and takes all requests. */
  synchronized Map<JobId, Request> await(Duration longest) throws InterruptedException {
    awaitWake(longest);
    woken = false;
    Map<JobId, Request> taken = requests;
    requests = new LinkedHashMap<>();
    return taken;
  }

  private synchronized void awaitWake(Duration longest) throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    for (long left = longest.toNanos(); !woken && left > 0; left = end - System.nanoTime()) {
      wait(left / 1_000_000 + 1);
    }
  }

  /** Puts back a request that cannot be handled yet; a later one for the same job replaces it. */
  synchronized void putBack(JobId job, Request request) {
    Request later = request(job);
    requests.put(
        job, new Request(later.order().or(request::order), later.cancel().or(request::cancel)));
  }

  private Request request(JobId job) {
    return requests.getOrDefault(job, Request.EMPTY);
  }

  private void put(JobId job, Request request) {
    if (requests.size() >= limit && !requests.containsKey(job)) {
      throw new IllegalStateException(
          "orders for %d jobs wait already; job %s is one too many".formatted(limit, job));
    }
    requests.put(job, request);
    wake();
  }
}
