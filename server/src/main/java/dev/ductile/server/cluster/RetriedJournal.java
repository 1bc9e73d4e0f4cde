package dev.ductile.server.cluster;

import dev.ductile.api.Event;
import dev.ductile.history.RetryingJournal;
import dev.ductile.journal.DatabaseJournal;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** The journal of a service in a database; it retries while the database is away. */
public final class RetriedJournal implements ServiceJournal {
  private final DatabaseJournal journal;
  private final RetryingJournal retrying;
  private final LongAdder failures = new LongAdder();

  public RetriedJournal(DatabaseJournal journal, Consumer<String> notes) {
    this.journal = journal;
    this.retrying = new RetryingJournal(this::attempt, RetriedJournal::sleep, notes);
  }

  private void attempt(List<Event> events) {
    try {
      journal.append(events);
    } catch (UncheckedIOException failure) {
      failures.increment();
      throw failure;
    }
  }

  /** How often a batch could not be written; it is tried again each second. */
  public long failures() {
    return failures.sum();
  }

  @Override
  public void replay(Consumer<Event> events) {
    journal.read(1, events);
  }

  @Override
  public void append(List<Event> events) {
    retrying.append(events);
  }

  private static void sleep(Duration time) {
    LockSupport.parkNanos(time.toNanos());
  }
}
