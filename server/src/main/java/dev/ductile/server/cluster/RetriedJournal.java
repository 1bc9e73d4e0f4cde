package dev.ductile.server.cluster;

import dev.ductile.api.Event;
import dev.ductile.history.RetryingJournal;
import dev.ductile.journal.DatabaseJournal;
import dev.ductile.journal.Retention;
import dev.ductile.journal.SnapshotWriter;
import dev.ductile.journal.Snapshots;
import dev.ductile.journal.WriteHealth;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The journal of a service in a database; it retries while the database is away. */
public final class RetriedJournal implements ServiceJournal {
  /** Events from one snapshot to the next; a start reads about that many. */
  public static final long USUAL_INTERVAL = 20_000;

  /** Jobs train on, and what waits for the end of an outage stays small, so it may be long. */
  private static final Duration LONGEST_OUTAGE = Duration.ofDays(7);

  private final DatabaseJournal journal;
  private final RetryingJournal retrying;
  private final WriteHealth health;
  private final LongAdder failures = new LongAdder();
  private final long interval;
  private final Supplier<Retention> retention;
  private final Consumer<String> notes;
  private Optional<SnapshotWriter> writer = Optional.empty();
  private long restored;

  /**
   * A journal.
   *
   * @param health takes the results of the writes
   * @param interval events from one snapshot to the next
   * @param retention how long the past is kept, which may change
   * @param notes takes lines for operators
   */
  public RetriedJournal(
      DatabaseJournal journal,
      WriteHealth health,
      long interval,
      Supplier<Retention> retention,
      Consumer<String> notes) {
    this.journal = journal;
    this.health = health;
    this.retrying =
        new RetryingJournal(this::attempt, LONGEST_OUTAGE, RetriedJournal::sleep, notes);
    this.interval = interval;
    this.retention = retention;
    this.notes = notes;
  }

  private void attempt(List<Event> events) {
    try {
      var _ =
          health.of(() -> {
            journal.append(events);
            return true;
          });
    } catch (UncheckedIOException failure) {
      failures.increment();
      throw failure;
    }
  }

  /** How often a batch could not be written; it is tried again each second. */
  public long failures() {
    return failures.sum();
  }

  private record Found<T>(long lastEvent, T state) {}

  @Override
  public <T> Optional<T> restore(Snapshots.Reader<T> reader) {
    Optional<Found<T>> found =
        new Snapshots(journal.database())
            .newest(stored -> new Found<T>(stored.lastEvent(), reader.read(stored)), notes);
    restored = found.map(Found::lastEvent).orElse(0L);
    return found.map(Found::state);
  }

  @Override
  public void replay(Consumer<Event> events) {
    journal.requireEvents(restored + 1);
    journal.read(restored + 1, events);
    writer =
        Optional.of(new SnapshotWriter(journal.database(), retention, restored, interval, notes));
  }

  @Override
  public void append(List<Event> events) {
    retrying.append(events);
  }

  @Override
  public void committed(Supplier<Optional<Snapshots.Source>> state) {
    writer.ifPresent(open -> open.committed(journal.lastEvent(), state));
  }

  @Override
  public void close(Supplier<Optional<Snapshots.Source>> state) {
    writer.ifPresent(open -> open.close(journal.lastEvent(), state));
  }

  private static void sleep(Duration time) {
    LockSupport.parkNanos(time.toNanos());
  }
}
