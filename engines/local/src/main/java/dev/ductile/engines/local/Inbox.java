package dev.ductile.engines.local;

import dev.ductile.api.Allocation;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What others ask of the engine's thread. Of each job the last order counts, so it stays small. */
final class Inbox {
  private final int limit;
  private Map<JobId, Letter> letters = new LinkedHashMap<>();
  private boolean woken;

  record Order(JobSpec spec, Allocation target) {}

  /**
   * All that is asked about one job.
   *
   * @param crashRead whether the one who gives orders has read of the job's crash; what was ordered
   *     before that was ordered in ignorance and is dropped
   */
  record Letter(boolean crashRead, Optional<Order> order, Optional<String> cancel) {
    static final Letter EMPTY = new Letter(false, Optional.empty(), Optional.empty());
  }

  Inbox(int limit) {
    this.limit = limit;
  }

  synchronized void order(JobSpec spec, Allocation target) {
    Letter letter = letter(spec.id());
    put(
        spec.id(),
        new Letter(letter.crashRead(), Optional.of(new Order(spec, target)), letter.cancel()));
  }

  synchronized void crashRead(JobId job) {
    put(job, new Letter(true, Optional.empty(), letter(job).cancel()));
  }

  synchronized void cancel(JobId job, String why) {
    Letter letter = letter(job);
    put(job, new Letter(letter.crashRead(), letter.order(), Optional.of(why)));
  }

  synchronized void wake() {
    woken = true;
    notifyAll();
  }

  /** Waits for a letter or to be woken, and takes all letters. */
  synchronized Map<JobId, Letter> await(Duration longest) throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    for (long left = longest.toNanos(); !woken && left > 0; left = end - System.nanoTime()) {
      wait(left / 1_000_000 + 1);
    }
    woken = false;
    Map<JobId, Letter> taken = letters;
    letters = new LinkedHashMap<>();
    return taken;
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
