package dev.ductile.engines.supervision;

import dev.ductile.api.JobId;
import dev.ductile.api.Order;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What others ask of the engine's thread. Of each job the last order counts, so it stays small. */
final class OrderQueue {
  private final int limit;
  private Map<JobId, Request> requests = new LinkedHashMap<>();
  private boolean woken;

  /** All that is asked about one job. */
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

  /** Waits to be woken; a letter that has come before does not count. */
  synchronized void rest(Duration longest) throws InterruptedException {
    woken = false;
    awaitWake(longest);
  }

  /** Waits for a letter or to be woken, and takes all letters. */
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

  /** A letter that cannot be read yet; what came later about its job counts more. */
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
