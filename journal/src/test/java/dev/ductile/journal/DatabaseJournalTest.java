package dev.ductile.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("process")
final class DatabaseJournalTest {
  private static final String ALL = "dev.ductile.journal.TestDatabases#all";
  private static final Duration LASTING = Journals.LASTING;

  @ParameterizedTest
  @MethodSource(ALL)
  void eventsAreReadInTheirOrderFromAnyBatchOn(Supplier<String> url) {
    try (Database database = Database.open(url.get())) {
      DatabaseJournal journal = Journals.of(database, "one");
      journal.append(Journals.events(1, 1));
      journal.append(List.of());
      journal.append(Journals.events(2, 4));
      journal.append(Journals.events(5, 1200));

      assertThat(journal.lastEvent()).isEqualTo(1200);
      assertThat(Journals.read(journal, 1)).isEqualTo(Journals.events(1, 1200));
      assertThat(Journals.read(journal, 5)).isEqualTo(Journals.events(5, 1200));
      assertThat(Journals.read(journal, 1201)).isEmpty();
      var all = new ArrayList<Event>();
      new StoredEvents(database, Journals.CODEC).read(all::add);
      assertThat(all).isEqualTo(Journals.events(1, 1200));
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void manySmallBatchesAreReadInPages(Supplier<String> url) {
    try (Database database = Database.open(url.get())) {
      DatabaseJournal journal = Journals.of(database, "one");
      for (int number = 1; number <= 1001; number++) {
        journal.append(Journals.events(number, number));
      }
      assertThat(Journals.read(journal, 1)).isEqualTo(Journals.events(1, 1001));
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void theNextServerContinuesBehindTheLastEvent(Supplier<String> url) {
    String same = url.get();
    try (Database database = Database.open(same)) {
      Journals.of(database, "one").append(Journals.events(1, 3));
    }
    try (Database database = Database.open(same)) {
      DatabaseJournal journal = Journals.of(database, "one");
      journal.append(Journals.events(4, 5));
      assertThat(Journals.read(journal, 1)).isEqualTo(Journals.events(1, 5));
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void eventsThatAreNoLongerKeptAreMissed(Supplier<String> url) {
    try (Database database = Database.open(url.get())) {
      DatabaseJournal journal = Journals.of(database, "one");
      journal.requireEvents(1);
      journal.append(Journals.events(1, 3));
      journal.requireEvents(1);
      database.update(session -> session.update("DELETE FROM events"));

      assertThat(journal.firstEvent()).isEqualTo(4);
      journal.requireEvents(4);
      assertThatThrownBy(() -> journal.requireEvents(3))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("begins with event 4");
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void aLeaseIsHeldByOneServerUntilItIsReleased(Supplier<String> url) {
    try (Database database = Database.open(url.get())) {
      Lease first = Lease.take(database, "one", LASTING).orElseThrow();
      assertThat(Lease.take(database, "two", LASTING)).isEmpty();
      assertThat(Lease.holder(database))
          .hasValueSatisfying(holder -> {
            assertThat(holder.owner()).isEqualTo("one");
            assertThat(holder.epoch()).isEqualTo(first.epoch());
          });
      assertThat(first.renew()).isTrue();
      first.release();
      Lease second = Lease.take(database, "two", LASTING).orElseThrow();
      assertThat(second.epoch()).isGreaterThan(first.epoch());
      assertThat(first.renew()).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void aServerWithoutTheLeaseWritesNothing(Supplier<String> url) {
    try (Database database = Database.open(url.get())) {
      Lease lease = Lease.take(database, "one", LASTING).orElseThrow();
      DatabaseJournal first = DatabaseJournal.open(Journals.CODEC, lease);
      first.append(Journals.events(1, 2));
      lease.release();
      DatabaseJournal second = Journals.of(database, "two");
      assertThatThrownBy(() -> first.append(Journals.events(3, 4)))
          .isInstanceOf(LeaseLostException.class)
          .hasMessageStartingWith("two has taken over the journal in " + database.name());
      second.append(Journals.events(10, 10));
      assertThatThrownBy(() -> first.append(Journals.events(3, 4)))
          .isInstanceOf(LeaseLostException.class);
      assertThat(Journals.read(second, 1)).hasSize(3).endsWith(Journals.events(10, 10).getFirst());
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void aServerThatStartsAgainTakesItsOwnLeaseAtOnce(Supplier<String> url) {
    try (Database database = Database.open(url.get())) {
      Lease before = Lease.take(database, "one", LASTING).orElseThrow();
      Lease after = Lease.take(database, "one", LASTING).orElseThrow();
      assertThat(after.epoch()).isEqualTo(before.epoch() + 1);
      assertThat(before.renew()).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void aStandbyServerTakesOverWhenTheFirstOneNoLongerRenews(Supplier<String> url) {
    try (Database database = Database.open(url.get())) {
      Lease first = Lease.take(database, "one", Duration.ofMillis(600)).orElseThrow();
      var notes = new ArrayList<String>();
      Optional<Lease> taken =
          LeaseKeeper.await(database, "two", Duration.ofMillis(300), notes::add);
      assertThat(taken).hasValueSatisfying(lease -> assertThat(lease.owner()).isEqualTo("two"));
      assertThat(notes).containsExactly("one holds the cluster; this server waits to take over");
      assertThat(first.renew()).isFalse();
    }
  }
}
