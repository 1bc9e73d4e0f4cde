package dev.ductile.server.accounts;

import dev.ductile.rest.AuditEntry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The log of all requests that changed something or were refused. One thread writes the entries in
 * batches, so a crash loses the entries of less than a second.
 */
public final class AuditLog implements AutoCloseable {
  private static final Logger LOGGER = System.getLogger(AuditLog.class.getName());
  private static final int MOST_WAITING = 10_000;
  private static final int MOST_IN_BATCH = 1_000;
  private static final int MOST_LISTED = 1_000;
  private static final long MOST_KEPT = 1_000_000;
  private static final Duration INTERVAL = Duration.ofMillis(200);
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final AuditStore store;
  private final BlockingQueue<AuditEntry> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
  private final AtomicLong lost = new AtomicLong();
  private final Thread writer = Thread.ofPlatform().daemon().name("audit").unstarted(this::write);
  private volatile boolean closed;
  private volatile long last;

  private AuditLog(AuditStore store) {
    this.store = store;
    this.last = store.last();
  }

  public static AuditLog start(AuditStore store) {
    AuditLog log = new AuditLog(store);
    log.writer.start();
    return log;
  }

  /** Adds an entry; its number is given when it is written. A full log delays the sender. */
  public void add(AuditEntry entry) {
    try {
      if (!waiting.offer(entry, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        lost.incrementAndGet();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      lost.incrementAndGet();
    }
  }

  /** Adds the entry of a refused request, unless the log is full. */
  public void addRefused(AuditEntry entry) {
    if (!waiting.offer(entry)) {
      lost.incrementAndGet();
    }
  }

  /** The number of entries that could not be written since the start. */
  public long lost() {
    return lost.get();
  }

  /** The number of entries that were ever written. */
  public long total() {
    return last;
  }

  /** The newest entries, newest first. */
  public List<AuditEntry> before(OptionalLong number, int limit) {
    return store.before(number, Math.min(limit, MOST_LISTED));
  }

  /** Writes all waiting entries and ends. */
  @Override
  public void close() {
    closed = true;
    try {
      writer.join(Duration.ofSeconds(10));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void write() {
    while (!closed || !waiting.isEmpty()) {
      try {
        writeBatch();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void writeBatch() throws InterruptedException {
    AuditEntry first = waiting.poll(INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    if (first == null) {
      return;
    }
    List<AuditEntry> batch = new ArrayList<>(List.of(first));
    waiting.drainTo(batch, MOST_IN_BATCH - 1);
    try {
      append(batch);
    } catch (RuntimeException e) {
      lost.addAndGet(batch.size());
      LOGGER.log(Level.ERROR, "{0} entries of the audit log are lost: {1}", batch.size(), e);
    }
  }

  private void append(List<AuditEntry> batch) {
    List<AuditEntry> numbered = new ArrayList<>(batch.size());
    for (AuditEntry entry : batch) {
      numbered.add(numbered(entry, last + 1 + numbered.size()));
    }
    store.append(numbered);
    long before = last;
    last = before + batch.size();
    if (last / MOST_IN_BATCH != before / MOST_IN_BATCH && last > MOST_KEPT) {
      store.forget(last - MOST_KEPT);
    }
  }

  private static AuditEntry numbered(AuditEntry entry, long number) {
    return new AuditEntry(
        number,
        entry.at(),
        entry.user(),
        entry.from(),
        entry.action(),
        entry.target(),
        entry.outcome());
  }
}
