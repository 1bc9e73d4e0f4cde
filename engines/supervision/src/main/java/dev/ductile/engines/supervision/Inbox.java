package dev.ductile.engines.supervision;

import dev.ductile.api.JobId;
import dev.ductile.api.Order;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What others ask of the engine's thread. Of each job the last order counts, so it stays small. */
final class Inbox {
  private final int limit;
  private Map<JobId, Letter> letters = new LinkedHashMap<>();
  private boolean woken;

  /** All that is asked about one job. */
  record Letter(Optional<Order> order, Optional<String> cancel) {
    static final Letter EMPTY = new Letter(Optional.empty(), Optional.empty());
  }

  Inbox(int limit) {
    this.limit = limit;
  }

  /** Keeps the order unless a later one waits. */
  synchronized void order(Order order) {
    Letter letter = letter(order.job());
    boolean isLate = letter.order().filter(last -> last.revision() > order.revision()).isPresent();
    if (!isLate) {
      put(order.job(), new Letter(Optional.of(order), letter.cancel()));
    }
  }

  synchronized void cancel(JobId job, String why) {
    put(job, new Letter(letter(job).order(), Optional.of(why)));
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
  synchronized Map<JobId, Letter> await(Duration longest) throws InterruptedException {
    awaitWake(longest);
    woken = false;
    Map<JobId, Letter> taken = letters;
    letters = new LinkedHashMap<>();
    return taken;
  }

  private synchronized void awaitWake(Duration longest) throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    for (long left = longest.toNanos(); !woken && left > 0; left = end - System.nanoTime()) {
      wait(left / 1_000_000 + 1);
    }
  }

  /** A letter that cannot be read yet; what came later about its job counts more. */
  synchronized void putBack(JobId job, Letter letter) {
    Letter later = letter(job);
    letters.put(
        job, new Letter(later.order().or(letter::order), later.cancel().or(letter::cancel)));
  }

  private Letter letter(JobId job) {
    return letters.getOrDefault(job, Letter.EMPTY);
  }

  private void put(JobId job, Letter letter) {
    if (letters.size() >= limit && !letters.containsKey(job)) {
      throw new IllegalStateException(
          "orders for %d jobs wait already; job %s is one too many".formatted(limit, job));
    }
    letters.put(job, letter);
    wake();
  }
}
