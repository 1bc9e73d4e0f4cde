package dev.ductile.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Estimator;
import dev.ductile.api.Event;
import dev.ductile.api.Note;
import dev.ductile.api.Notebook;
import dev.ductile.contracts.EventStory;
import dev.ductile.laws.OddNotes;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Constant;
import dev.ductile.scheduler.Ledger;
import dev.ductile.scheduler.LedgerSnapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Snapshots are read as they were written, and a ledger continues from them. */
@Tag("seeds")
final class SnapshotCodecTest {
  private static final long SEEDS = 40L * Integer.getInteger("ductile.seedFactor", 1);
  private static final int LENGTH = 400;
  private static final Catalog CATALOG = Catalog.installed();

  @Test
  void aLedgerContinuesFromAWrittenSnapshot() throws IOException {
    boolean hasMemory = false;
    for (long seed = 0; seed < SEEDS; seed++) {
      List<Event> story = EventStory.of(seed, LENGTH, words(seed));
      int handover = (int) (seed * 37 % LENGTH);
      var ledger = new Ledger(CATALOG, online());
      story.subList(0, handover).forEach(ledger::fold);
      LedgerSnapshot snapshot = ledger.snapshot().orElseThrow();
      LedgerSnapshot read = read(snapshot, online());
      assertThat(read).as("seed %d", seed).isEqualTo(snapshot);
      hasMemory |= read.jobs().stream().anyMatch(job -> job.memory().isPresent());
      var next = new Ledger(read, CATALOG, online());
      for (Event event : story.subList(handover, LENGTH)) {
        ledger.fold(event);
        next.fold(event);
        String when = "seed %d, after %s".formatted(seed, event);
        assertSame(when, next.snapshot().orElseThrow(), ledger.snapshot().orElseThrow());
        assertThat(List.copyOf(next.picture(event.at()).jobs()))
            .as(when)
            .isEqualTo(List.copyOf(ledger.picture(event.at()).jobs()));
      }
    }
    assertThat(hasMemory).isTrue();
  }

  @Test
  void everyEventIsKeptByASnapshot() throws IOException {
    var ledger = new Ledger(CATALOG);
    for (Event event : EveryEvent.list()) {
      ledger.fold(event);
      LedgerSnapshot snapshot = ledger.snapshot().orElseThrow();
      assertThat(read(snapshot, online())).as("%s", event).isEqualTo(snapshot);
    }
  }

  @Test
  void measurementsOfAnotherEstimatorAreLeftOut() throws IOException {
    var ledger = new Ledger(CATALOG, online());
    EventStory.of(1, LENGTH, words(1)).forEach(ledger::fold);
    LedgerSnapshot snapshot = ledger.snapshot().orElseThrow();
    assertThat(read(snapshot, Estimator.NONE).jobs())
        .hasSameSizeAs(snapshot.jobs())
        .allSatisfy(job -> assertThat(job.memory()).isEmpty());
  }

  @Test
  void aSnapshotWithoutItsFirstPartIsRefused() {
    assertThatThrownBy(() -> new SnapshotCodec(CATALOG, Estimator.NONE).read(List.of()))
        .isInstanceOf(IOException.class)
        .hasMessage("the snapshot has no first part");
  }

  private static Estimator online() {
    return CATALOG.estimator("online");
  }

  private static LedgerSnapshot read(LedgerSnapshot snapshot, Estimator reader) throws IOException {
    var parts = new ArrayList<SnapshotPart>();
    new SnapshotCodec(CATALOG, online()).write(snapshot, parts::add);
    return new SnapshotCodec(CATALOG, reader).read(parts);
  }

  private static void assertSame(String when, LedgerSnapshot actual, LedgerSnapshot expected) {
    assertThat(actual.with(actual.jobs(), List.of()))
        .as(when)
        .isEqualTo(expected.with(expected.jobs(), List.of()));
    assertThat(new HashSet<>(actual.usedNames()))
        .as(when)
        .isEqualTo(new HashSet<>(expected.usedNames()));
  }

  /** Speeds of a model, and odd notes of the installed policies. */
  private static EventStory.Words words(long seed) {
    Map<String, IntFunction<Note>> notes = new HashMap<>();
    for (var provider : CATALOG.policies()) {
      for (Notebook<?> notebook : provider.notebook().stream().toList()) {
        if (new OddNotes(seed).next(notebook.type()).isPresent()) {
          notes.put(
              notebook.policy(),
              value -> new OddNotes(seed + value).next(notebook.type()).orElseThrow());
        }
      }
    }
    return new EventStory.Words(
        new Constant(2.5).spec(),
        List.of(new Constant(1 / 3.0).spec(), new Constant(4).spec()),
        notes);
  }
}
