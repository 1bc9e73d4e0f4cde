package dev.ductile.journal;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * How long a database keeps what a restart does not need. Rows are removed in small transactions,
 * the oldest first, by the database's own clock.
 *
 * @param events events before the oldest kept snapshot; a replay needs them
 * @param decisions the decision log, and the changes of jobs
 * @param samples the measurements of jobs
 */
public record Retention(Duration events, Duration decisions, Duration samples) {
  /** A quarter of a year for replays and for questions about the past. */
  public static final Retention USUAL =
      new Retention(Duration.ofDays(90), Duration.ofDays(90), Duration.ofDays(30));

  private static final int ROWS = 500;

  /** The most transactions of one call for each table; the next call continues. */
  private static final int MOST = 200;

  /** Removes what is too old, and reports how many rows that were. */
  public long apply(Snapshots snapshots) {
    Database database = snapshots.database();
    long needed = snapshots.numbers().stream().reduce((_, older) -> older).orElse(0L);
    return repeat(database, session -> removeEvents(session, needed))
        + repeat(database, session -> remove(session, "decisions", "number", decisions))
        + repeat(database, session -> remove(session, "job_changes", "job, first", decisions))
        + repeat(database, session -> remove(session, "samples", "job, at", samples));
  }

  @FunctionalInterface
  private interface Removal {
    int from(Session session);
  }

  private static long repeat(Database database, Removal removal) {
    long removed = 0;
    int some = ROWS;
    for (int round = 0; round < MOST && some == ROWS; round++) {
      some = database.write(removal::from);
      removed += some;
    }
    return removed;
  }

  private record Batch(long first, long last, long written) {}

  /** The remaining events have no gap, even if the clock jumped while they were written. */
  private int removeEvents(Session session, long needed) {
    long oldest = now(session) - events.toMillis();
    Predicate<Batch> isOld = batch -> batch.last() <= needed && batch.written() < oldest;
    List<Batch> old =
        session
            .list(
                "SELECT first_event, event_count, written FROM events ORDER BY first_event LIMIT "
                    + ROWS,
                row ->
                    new Batch(
                        row.number("first_event"),
                        row.number("first_event") + row.number("event_count") - 1,
                        row.number("written")))
            .stream()
            .takeWhile(isOld)
            .toList();
    return old.isEmpty()
        ? 0
        : session.update("DELETE FROM events WHERE first_event <= ?", old.getLast().first());
  }

  private static int remove(Session session, String table, String key, Duration kept) {
    return session.update(
        "DELETE FROM %1$s WHERE (%2$s) IN (SELECT %2$s FROM %1$s WHERE at < ? ORDER BY at LIMIT %3$d)"
            .formatted(table, key, ROWS),
        now(session) - kept.toMillis());
  }

  private static long now(Session session) {
    return session
        .first("SELECT %s AS now".formatted(session.kind().now()), row -> row.number("now"))
        .orElseThrow();
  }
}
