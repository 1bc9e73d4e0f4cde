package dev.ductile.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.history.SnapshotPart;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What retention removes from random tables, row by row. */
final class RetentionTest {
  private static final long HOUR = 3_600_000;
  private static final int ROWS = 1_300;
  private static final Retention KEPT =
      new Retention(Duration.ofHours(40), Duration.ofHours(20), Duration.ofHours(10));

  private final Database database = Database.open(TestDatabases.sqlite());

  @AfterEach
  void close() {
    database.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void onlyRowsThatAreTooOldAreRemoved(long seed) throws IOException {
    var random = new Random(seed);
    long now = now();
    long[] decided = ages(random);
    long[] sampled = ages(random);
    long[] written = ages(random);
    Arrays.fill(written, 0, random.nextInt(ROWS), 50 * HOUR);
    database.update(session -> {
      for (int i = 0; i < ROWS; i++) {
        session.update("INSERT INTO decisions VALUES (?, ?, '', '')", i, now - decided[i]);
        session.update("INSERT INTO job_changes VALUES ('job', ?, ?, '[]')", i, now - decided[i]);
        session.update("INSERT INTO samples VALUES (?, ?, '')", "job-" + i, now - sampled[i]);
        session.update(
            "INSERT INTO events (first_event, event_count, written, lease_epoch, batch)"
                + " VALUES (?, 2, ?, 1, '[]')",
            2 * i + 1,
            now - written[i]);
      }
    });
    long needed = 2L * random.nextInt(ROWS);
    Snapshots snapshots = new Snapshots(database);
    snapshots.write(needed, parts -> parts.accept(new SnapshotPart("test", "{}")));
    snapshots.write(2L * ROWS, parts -> parts.accept(new SnapshotPart("test", "{}")));

    long removed = KEPT.apply(snapshots);

    long decisions = older(decided, KEPT.decisions());
    long samples = older(sampled, KEPT.samples());
    long events = olderPrefix(written, needed);
    String story = "seed %d, snapshot after event %d".formatted(seed, needed);
    assertThat(count("decisions")).as(story).isEqualTo(ROWS - decisions);
    assertThat(count("job_changes")).as(story).isEqualTo(ROWS - decisions);
    assertThat(count("samples")).as(story).isEqualTo(ROWS - samples);
    assertThat(count("events")).as(story).isEqualTo(ROWS - events);
    assertThat(first())
        .as(story)
        .isEqualTo(events == ROWS ? Optional.empty() : Optional.of(2 * events + 1));
    assertThat(removed).as(story).isEqualTo(2 * decisions + samples + events);
    assertThat(KEPT.apply(snapshots)).as("again, " + story).isZero();
  }

  /** Ages around those that are kept, half an hour away from each so that the test may be slow. */
  private static long[] ages(Random random) {
    return random.ints(ROWS, 0, 60).mapToLong(hours -> hours * HOUR + HOUR / 2).toArray();
  }

  private static long older(long[] ages, Duration kept) {
    return Arrays.stream(ages).filter(age -> age > kept.toMillis()).count();
  }

  /** Batches from the first one on, all too old and before the snapshot. */
  private static long olderPrefix(long[] ages, long needed) {
    int count = 0;
    while (count < ages.length
        && ages[count] > KEPT.events().toMillis()
        && 2L * count + 2 <= needed) {
      count++;
    }
    return count;
  }

  private long now() {
    return database
        .read(session ->
            session.first(
                "SELECT %s AS now".formatted(session.kind().now()), row -> row.number("now")))
        .orElseThrow();
  }

  private long count(String table) {
    return database
        .read(session ->
            session.first("SELECT COUNT(*) AS rows FROM " + table, row -> row.number("rows")))
        .orElseThrow();
  }

  private Optional<Long> first() {
    return database.read(session ->
        session.first(
            "SELECT first_event FROM events ORDER BY first_event LIMIT 1",
            row -> row.number("first_event")));
  }
}
