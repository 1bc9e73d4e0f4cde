package dev.ductile.runtime.master.coordinator;

import dev.ductile.runtime.master.journal.JournalEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** What masters keep: some at once, the rest in order a little later. */
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

  /** The oldest of what is to be kept are. */
  private void keep(int many) {
    for (int i = 0; i < many; i++) {
      kept = Optional.of(waiting.removeFirst());
    }
  }

  /** A master dies: of what it was about to keep some may be kept, in order. */
  void lose(Random random) {
    keep(random.nextInt(waiting.size() + 1));
    waiting.clear();
    owed = 0;
  }

  /** The next one is kept, and a master that waits for that is told. */
  void tell(JobCoordinator coordinator) {
    if (!waiting.isEmpty()) {
      keep(1);
    }
    if (owed > waiting.size()) {
      owed--;
      coordinator.noted();
    }
  }
}
