package dev.ductile.history;

import dev.ductile.scheduler.LedgerSnapshot;
import java.util.Optional;

/**
 * A journal of which the oldest events may no longer be kept.
 *
 * @param begin the state before the first of the events; empty if no event is missing
 */
public record RecordedJournal(Optional<LedgerSnapshot> begin, EventSource events) {
  /** A journal with all of its events. */
  public static RecordedJournal whole(EventSource events) {
    return new RecordedJournal(Optional.empty(), events);
  }
}
