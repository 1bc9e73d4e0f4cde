package dev.ductile.server.tracing;

import dev.ductile.api.Event;
import dev.ductile.scheduler.Journal;
import java.util.List;

/** A journal whose writes are timed. */
record TracedJournal(Journal journal, RoundRecorder recorder) implements Journal {
  @Override
  public void append(List<Event> events) {
    if (events.isEmpty()) {
      journal.append(events);
      return;
    }
    recorder.ended(RoundStep.FOLD, events.size());
    journal.append(events);
    recorder.ended(RoundStep.JOURNAL, events.size());
  }
}
