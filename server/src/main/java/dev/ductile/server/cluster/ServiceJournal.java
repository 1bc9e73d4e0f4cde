package dev.ductile.server.cluster;

import dev.ductile.api.Event;
import dev.ductile.journal.Snapshots;
import dev.ductile.scheduler.Journal;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A journal whose events can be read again, with snapshots of the state that they lead to. All
 * calls come from one thread at a time.
 */
public interface ServiceJournal extends Journal {
  /** The state of the newest snapshot that can be read; called before {@link #replay}. */
  <T> Optional<T> restore(Snapshots.Reader<T> reader);

  /** Shows the events after that snapshot in their order; called before the first append. */
  void replay(Consumer<Event> events);

  /**
   * Takes a snapshot if it is time; called after each batch, when the state contains it.
   *
   * @param state takes the state; empty if it cannot be taken
   */
  void committed(Supplier<Optional<Snapshots.Source>> state);

  /** Takes a last snapshot, and waits a bounded time until it is written. */
  void close(Supplier<Optional<Snapshots.Source>> state);
}
