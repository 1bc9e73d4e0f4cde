package dev.ductile.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.ductile.api.Estimator;
import dev.ductile.api.Event;
import dev.ductile.api.Note;
import dev.ductile.contracts.EventStory;
import dev.ductile.history.SnapshotCodec;
import dev.ductile.scenario.Constant;
import dev.ductile.scenario.UnreadNote;
import dev.ductile.scheduler.Ledger;
import dev.ductile.scheduler.LedgerSnapshot;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("process")
final class RecoveredLedgerTest {
  private static final String ALL = "dev.ductile.journal.TestDatabases#all";
  private static final long SEEDS = 8L * Integer.getInteger("ductile.seedFactor", 1);
  private static final int LENGTH = 300;
  private static final Retention NOTHING =
      new Retention(Duration.ofSeconds(-1), Duration.ofSeconds(-1), Duration.ofSeconds(-1));

  /** Batches of random lengths, snapshots and removals at random moments. */
  @ParameterizedTest
  @MethodSource(ALL)
  void aRecoveredLedgerEqualsTheOneThatFoldedAllEvents(Supplier<String> url) throws IOException {
    try (Database database = Database.open(url.get())) {
      for (long seed = 0; seed < SEEDS; seed++) {
        clear(database);
        var random = new SplittableRandom(seed);
        DatabaseJournal journal = Journals.of(database, "one");
        var ledger = new Ledger(Journals.CATALOG, online());
        List<Event> left = EventStory.of(seed, LENGTH, words());
        while (!left.isEmpty()) {
          int count = Math.min(left.size(), random.nextInt(1, 40));
          List<Event> batch = left.subList(0, count);
          left = left.subList(count, left.size());
          batch.forEach(ledger::fold);
          journal.append(batch);
          if (random.nextInt(3) == 0) {
            snapshot(database, journal.lastEvent(), ledger);
          }
          if (random.nextInt(3) == 0) {
            NOTHING.apply(new Snapshots(database));
          }
          assertRecovers("seed %d, event %d".formatted(seed, journal.lastEvent()), journal, ledger);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void aSnapshotThatIsDamagedIsLeftOut(Supplier<String> url) throws IOException {
    try (Database database = Database.open(url.get())) {
      DatabaseJournal journal = Journals.of(database, "one");
      var ledger = new Ledger(Journals.CATALOG, online());
      for (int round = 0; round < 3; round++) {
        List<Event> batch = EventStory.of(round, 50, words());
        batch.forEach(ledger::fold);
        journal.append(batch);
        snapshot(database, journal.lastEvent(), ledger);
      }
      database.update(session ->
          session.update("UPDATE snapshot_parts SET content = '{' WHERE last_event = 150"));
      var notes = new ArrayList<String>();
      RecoveredLedger recovered = recover(journal, notes);
      assertThat(recovered.snapshot()).isEqualTo(100);
      assertThat(notes).hasSize(1).first().asString().startsWith("the snapshot after event 150");
      assertSame("", recovered.ledger(), ledger);
      NOTHING.apply(new Snapshots(database));
      database.update(session -> session.update("UPDATE snapshot_parts SET content = '{'"));
      assertThatThrownBy(() -> recover(journal, notes))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("begins with event 101");
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void onlyTheEventsAfterTheSnapshotAreNeededAndShown(Supplier<String> url) throws IOException {
    try (Database database = Database.open(url.get())) {
      DatabaseJournal journal = Journals.of(database, "one");
      var ledger = new Ledger(Journals.CATALOG, online());
      List<Event> before = EventStory.of(1, 50, words());
      before.forEach(ledger::fold);
      journal.append(before);
      snapshot(database, journal.lastEvent(), ledger);
      NOTHING.apply(new Snapshots(database));
      List<Event> after = EventStory.of(2, 20, words());
      journal.append(after);
      var shown = new ArrayList<Event>();
      RecoveredLedger recovered =
          RecoveredLedger.of(
              journal,
              new SnapshotCodec(Journals.CATALOG, online()),
              Journals.CATALOG,
              RecoveredLedgerTest::online,
              _ -> {},
              shown::add);
      assertThat(recovered.snapshot()).isEqualTo(50);
      assertThat(shown).hasSize(20).isEqualTo(Journals.read(journal, 51));
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void theWriterTakesASnapshotAfterEnoughEvents(Supplier<String> url) {
    try (Database database = Database.open(url.get())) {
      DatabaseJournal journal = Journals.of(database, "one");
      var ledger = new Ledger(Journals.CATALOG, online());
      var codec = new SnapshotCodec(Journals.CATALOG, online());
      var notes = new ArrayList<String>();
      try (var writer = new SnapshotWriter(database, () -> Retention.USUAL, 0, 100, notes::add)) {
        for (int round = 0; round < 5; round++) {
          List<Event> batch = EventStory.of(round, 30, words());
          batch.forEach(ledger::fold);
          journal.append(batch);
          writer.committed(
              journal.lastEvent(),
              () -> {
                Optional<LedgerSnapshot> state = ledger.snapshot();
                return state.map(known -> parts -> codec.write(known, parts));
              });
        }
      }
      assertThat(notes).isEmpty();
      assertThat(new Snapshots(database).numbers()).containsExactly(120L);
      assertThat(journal.firstEvent()).isEqualTo(1);
    }
  }

  private static void clear(Database database) {
    database.update(session -> {
      session.update("DELETE FROM events");
      session.update("DELETE FROM snapshots");
    });
  }

  private static void snapshot(Database database, long lastEvent, Ledger ledger)
      throws IOException {
    LedgerSnapshot state = ledger.snapshot().orElseThrow();
    var codec = new SnapshotCodec(Journals.CATALOG, online());
    if (new Snapshots(database).numbers().stream().noneMatch(known -> known == lastEvent)) {
      new Snapshots(database).write(lastEvent, parts -> codec.write(state, parts));
    }
  }

  private static RecoveredLedger recover(DatabaseJournal journal, List<String> notes) {
    return RecoveredLedger.of(
        journal,
        new SnapshotCodec(Journals.CATALOG, online()),
        Journals.CATALOG,
        RecoveredLedgerTest::online,
        notes::add);
  }

  private static void assertRecovers(String when, DatabaseJournal journal, Ledger expected) {
    var notes = new ArrayList<String>();
    assertSame(when, recover(journal, notes).ledger(), expected);
    assertThat(notes).as(when).isEmpty();
  }

  private static void assertSame(String when, Ledger actual, Ledger expected) {
    LedgerSnapshot is = actual.snapshot().orElseThrow();
    LedgerSnapshot should = expected.snapshot().orElseThrow();
    assertThat(is.with(is.jobs(), List.of()))
        .as(when)
        .isEqualTo(should.with(should.jobs(), List.of()));
    assertThat(new HashSet<>(is.usedNames())).as(when).isEqualTo(new HashSet<>(should.usedNames()));
  }

  private static Estimator online() {
    return Journals.CATALOG.estimator("online");
  }

  private static EventStory.Words words() {
    Note note = new UnreadNote(TextNode.valueOf("a note"));
    return new EventStory.Words(
        new Constant(2.5).spec(),
        List.of(new Constant(0.1).spec(), new Constant(4).spec()),
        Map.of("of another cluster", _ -> note));
  }
}
