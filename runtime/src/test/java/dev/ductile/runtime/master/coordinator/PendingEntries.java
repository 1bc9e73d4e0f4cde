package dev.ductile.runtime.master.coordinator;

import dev.ductile.runtime.master.journal.JournalEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** The journal entries of masters: some are durable at once, the rest in order a little later. */
final class PendingEntries {
  private final List<JournalEntry> waiting = new ArrayList<>();
  private Optional<JournalEntry> kept = Optional.empty();
  private int owed;

  /** The last entry that is kept. */
  Optional<JournalEntry> kept() {
    return kept;
  }

  void note(JournalEntry entry) {
    waiting.add(entry);
    keep(waiting.size());
  }

  void noteSoon(JournalEntry entry) {
    waiting.add(entry);
    owed++;
  }

  /** The oldest pending entries become durable. */
  private void keep(int many) {
    for (int i = 0; i < many; i++) {
      kept = Optional.of(waiting.removeFirst());
    }
  }

  /** A master dies: some of its pending entries may become durable, in order. */
  void lose(Random random) {
    keep(random.nextInt(waiting.size() + 1));
    waiting.clear();
    owed = 0;
  }

  /** The next entry becomes durable, and a master that waits for it is notified. */
  void report(JobCoordinator coordinator) {
    if (!waiting.isEmpty()) {
      keep(1);
    }
    if (owed > waiting.size()) {
      owed--;
      coordinator.noted();
    }
  }
}
