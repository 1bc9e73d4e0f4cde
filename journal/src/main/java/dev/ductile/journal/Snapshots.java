package dev.ductile.journal;

import dev.ductile.history.SnapshotPart;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The snapshots of a database. A snapshot is written part by part, so that no transaction is long,
 * and is complete with its last row. Readers see only complete ones.
 */
public final class Snapshots {
  /** Snapshots that are kept: if the newest one cannot be read, the one before can. */
  private static final int KEPT = 2;

  private final Database database;

  public Snapshots(Database database) {
    this.database = database;
  }

  Database database() {
    return database;
  }

  /** Writes the parts of one snapshot. */
  @FunctionalInterface
  public interface Source {
    void write(Consumer<SnapshotPart> parts) throws IOException;
  }

  /**
   * A complete snapshot.
   *
   * @param lastEvent the number of the event after which it was taken
   */
  public record Stored(long lastEvent, List<SnapshotPart> parts) {
    public Stored {
      parts = List.copyOf(parts);
    }
  }

  /**
   * Writes a snapshot, and removes older ones and unfinished ones.
   *
   * @param lastEvent the number of the event after which it was taken
   */
  public void write(long lastEvent, Source source) throws IOException {
    removeUnfinished();
    var count = new AtomicLong();
    source.write(part -> {
      long number = count.incrementAndGet();
      database.update(session ->
          session.update(
              "INSERT INTO snapshot_parts (last_event, part, kind, content) VALUES (?, ?, ?, ?)",
              lastEvent,
              number,
              part.kind(),
              part.json()));
    });
    database.update(session ->
        session.update(
            "INSERT INTO snapshots (last_event, written, parts) VALUES (?, %s, ?)"
                .formatted(session.kind().now()),
            lastEvent,
            count.get()));
    removeOlder();
  }

  /**
   * The newest snapshot that can be read.
   *
   * @param read makes a value of it
   * @param notes is told why a newer one was left out
   */
  public <T> Optional<T> newest(Reader<T> read, Consumer<String> notes) {
    return first(numbers(), read, notes);
  }

  /** The same of the oldest one. */
  public <T> Optional<T> oldest(Reader<T> read, Consumer<String> notes) {
    return first(numbers().reversed(), read, notes);
  }

  private <T> Optional<T> first(List<Long> numbers, Reader<T> read, Consumer<String> notes) {
    for (long lastEvent : numbers) {
      try {
        return Optional.of(read.read(new Stored(lastEvent, parts(lastEvent))));
      } catch (IOException damaged) {
        notes.accept(
            "the snapshot after event %d is left out: %s"
                .formatted(lastEvent, damaged.getMessage()));
      }
    }
    return Optional.empty();
  }

  /** Makes a value of a snapshot. */
  @FunctionalInterface
  public interface Reader<T> {
    T read(Stored snapshot) throws IOException;
  }

  /** The last events of the complete snapshots, the newest first. */
  List<Long> numbers() {
    return database.read(session ->
        session.list(
            "SELECT last_event FROM snapshots ORDER BY last_event DESC",
            row -> row.number("last_event")));
  }

  private List<SnapshotPart> parts(long lastEvent) throws IOException {
    Function<Row, SnapshotPart> part =
        row -> new SnapshotPart(row.text("kind"), row.text("content"));
    List<SnapshotPart> parts =
        database.read(session ->
            session.list(
                "SELECT kind, content FROM snapshot_parts WHERE last_event = ? ORDER BY part",
                part,
                lastEvent));
    long expected =
        database
            .read(session ->
                session.first(
                    "SELECT parts FROM snapshots WHERE last_event = ?",
                    row -> row.number("parts"),
                    lastEvent))
            .orElse(0L);
    if (parts.size() != expected) {
      throw new IOException("it has %d parts of %d".formatted(parts.size(), expected));
    }
    return parts;
  }

  private void removeUnfinished() {
    database.update(session ->
        session.update(
            "DELETE FROM snapshot_parts"
                + " WHERE last_event NOT IN (SELECT last_event FROM snapshots)"));
  }

  private void removeOlder() {
    for (long old : numbers().stream().skip(KEPT).toList()) {
      database.update(session -> {
        session.update("DELETE FROM snapshots WHERE last_event = ?", old);
        session.update("DELETE FROM snapshot_parts WHERE last_event = ?", old);
      });
    }
  }
}
