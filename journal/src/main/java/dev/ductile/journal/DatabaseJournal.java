package dev.ductile.journal;

import dev.ductile.api.Event;
import dev.ductile.history.EventCodec;
import dev.ductile.scheduler.Journal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/**
 * A journal in a database. Each batch of events is one row, and is on the disk when {@code append}
 * returns. Events are numbered from 1. Only the holder of the lease can append.
 *
 * <p>One thread appends; any thread reads.
 */
public final class DatabaseJournal implements Journal {
  private final Database database;
  private final EventCodec codec;
  private final Lease lease;
  private volatile long last;
  private boolean uncertain;

  private DatabaseJournal(Database database, EventCodec codec, Lease lease, long last) {
    this.database = database;
    this.codec = codec;
    this.lease = lease;
    this.last = last;
  }

  /** Opens the journal of a database for the holder of its lease. */
  public static DatabaseJournal open(EventCodec codec, Lease lease) {
    Database database = lease.database();
    return new DatabaseJournal(database, codec, lease, last(database));
  }

  /** The last event may no longer be kept, but a snapshot then is. */
  private static long last(Database database) {
    return Math.max(
        first(
            database,
            "SELECT first_event + event_count - 1 AS last FROM events"
                + " ORDER BY first_event DESC LIMIT 1"),
        first(
            database, "SELECT last_event AS last FROM snapshots ORDER BY last_event DESC LIMIT 1"));
  }

  private static long first(Database database, String sql) {
    return database.read(session -> session.first(sql, row -> row.number("last"))).orElse(0L);
  }

  public Database database() {
    return database;
  }

  /** The number of the last event; 0 before the first one. */
  public long lastEvent() {
    return last;
  }

  /** The number of the first event that is kept; one more than the last one if none is. */
  public long firstEvent() {
    return new StoredEvents(database, codec).first().orElse(last + 1);
  }

  /**
   * Checks that the events from a number on are kept.
   *
   * @throws IllegalStateException if they are not
   */
  public void requireEvents(long from) {
    if (lastEvent() >= from && firstEvent() > from) {
      throw new IllegalStateException(
          ("the journal in %s begins with event %d, and no snapshot that can be read contains the"
                  + " events before; restore it from a backup")
              .formatted(database.name(), firstEvent()));
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws DatabaseException if the database cannot be written now; the same batch may be appended
   *     again
   * @throws LeaseLostException if another server has taken over
   */
  @Override
  public void append(List<Event> events) {
    if (events.isEmpty()) {
      return;
    }
    String batch = json(events);
    try {
      database.update(session -> append(session, events.size(), batch));
    } catch (DatabaseException failure) {
      uncertain = true;
      throw failure;
    }
    uncertain = false;
    long end = last + events.size();
    last = end;
  }

  /**
   * A lost connection leaves open whether the batch before was committed. It was not acknowledged,
   * so its row is replaced.
   */
  private void append(Session session, int count, String batch) {
    if (uncertain) {
      session.update(
          "DELETE FROM events WHERE first_event > ? AND lease_epoch = ?", last, lease.epoch());
    }
    DatabaseKind kind = session.kind();
    int rows =
        session.update(
            ("INSERT INTO events (first_event, event_count, written, lease_epoch, batch)"
                    + " SELECT ?, ?, %s, epoch, ? FROM leases WHERE name = ? AND epoch = ?%s")
                .formatted(kind.now(), kind.shareLock()),
            last + 1,
            count,
            batch,
            Lease.NAME,
            lease.epoch());
    if (rows == 0) {
      throw new LeaseLostException(
          lease, Lease.holder(session).map(Lease.Holder::owner).orElse("another server"));
    }
  }

  /**
   * Reads the events from a number on, in their order, up to the last one. The journal may grow
   * meanwhile, and events that are no longer kept are left out.
   *
   * @param from the number of the first event of a batch, such as 1 or the one after a snapshot
   */
  public void read(long from, Consumer<Event> events) {
    new StoredEvents(database, codec).read(from, events);
  }

  private String json(List<Event> events) {
    try {
      return new String(codec.write(events), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("events cannot be written as JSON", e);
    }
  }
}
