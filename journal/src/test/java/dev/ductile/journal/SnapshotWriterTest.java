package dev.ductile.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.history.SnapshotPart;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class SnapshotWriterTest {
  private static final long EVERY = 100;

  private final Database database = Database.open(TestDatabases.sqlite());
  private final List<String> notes = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void aSnapshotIsTakenEverySoManyEventsAfterTheNewestOne() {
    try (SnapshotWriter writer = writer(40)) {
      writer.committed(139, SnapshotWriterTest::unasked);
    }
    assertThat(numbers()).isEmpty();
    try (SnapshotWriter writer = writer(40)) {
      writer.committed(140, SnapshotWriterTest::state);
    }
    assertThat(numbers()).containsExactly(140L);
  }

  @Test
  void noSnapshotBeginsWhileOneIsWritten() {
    var begun = new CountDownLatch(1);
    var released = new CountDownLatch(1);
    try (SnapshotWriter writer = writer(0)) {
      writer.committed(
          100,
          () ->
              Optional.of(parts -> {
                begun.countDown();
                await(released);
                parts.accept(part());
              }));
      await(begun);
      writer.committed(200, SnapshotWriterTest::unasked);
      released.countDown();
    }
    assertThat(numbers()).containsExactly(100L);
  }

  @Test
  void theLastSnapshotHasAllEventsAndIsOnTheDiskAtTheEnd() {
    writer(0).close(7, SnapshotWriterTest::state);
    assertThat(numbers()).containsExactly(7L);
    writer(7).close(7, SnapshotWriterTest::unasked);
    assertThat(numbers()).containsExactly(7L);
    writer(7).close(8, Optional::empty);
    assertThat(numbers()).containsExactly(7L);
    assertThat(notes).isEmpty();
  }

  @Test
  void aFailureIsToldAndTheNextSnapshotIsTaken() {
    try (SnapshotWriter writer = writer(0)) {
      writer.committed(100, () -> Optional.of(SnapshotWriterTest::failing));
    }
    assertThat(numbers()).isEmpty();
    assertThat(notes)
        .containsExactly("the snapshot after event 100 was not written: it has a hole");
    try (SnapshotWriter writer = writer(100)) {
      writer.committed(200, SnapshotWriterTest::state);
    }
    assertThat(numbers()).containsExactly(200L);
  }

  /** Parts of a snapshot that was never complete are not read, and the next one removes them. */
  @Test
  void anUnfinishedSnapshotLeavesNothing() {
    try (SnapshotWriter writer = writer(0)) {
      writer.committed(
          100,
          () ->
              Optional.of(parts -> {
                parts.accept(part());
                failing(parts);
              }));
    }
    assertThat(numbers()).isEmpty();
    assertThat(parts()).isEqualTo(1);
    writer(0).close(101, SnapshotWriterTest::state);
    assertThat(parts()).isEqualTo(1);
  }

  @Test
  void theTwoNewestSnapshotsAreKept() {
    for (long event = 1; event <= 4; event++) {
      writer(0).close(event, SnapshotWriterTest::state);
    }
    assertThat(numbers()).containsExactly(4L, 3L);
    assertThat(parts()).isEqualTo(2);
  }

  @Test
  void theOldestAndTheNewestSnapshotAreRead() {
    for (long event = 1; event <= 2; event++) {
      writer(0).close(event, SnapshotWriterTest::state);
    }
    var snapshots = new Snapshots(database);
    assertThat(snapshots.oldest(Snapshots.Stored::lastEvent, notes::add)).hasValue(1L);
    assertThat(snapshots.newest(Snapshots.Stored::lastEvent, notes::add)).hasValue(2L);
    assertThat(notes).isEmpty();
  }

  private SnapshotWriter writer(long last) {
    return new SnapshotWriter(database, () -> Retention.USUAL, last, EVERY, notes::add);
  }

  private List<Long> numbers() {
    return new Snapshots(database).numbers();
  }

  private long parts() {
    return database
        .read(session ->
            session.first(
                "SELECT COUNT(*) AS parts FROM snapshot_parts", row -> row.number("parts")))
        .orElseThrow();
  }

  private static Optional<Snapshots.Source> state() {
    return Optional.of(parts -> parts.accept(part()));
  }

  private static Optional<Snapshots.Source> unasked() {
    throw new IllegalStateException("the state was asked for");
  }

  private static void failing(Object parts) throws IOException {
    throw new IOException("it has a hole");
  }

  private static SnapshotPart part() {
    return new SnapshotPart("test", "{}");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
