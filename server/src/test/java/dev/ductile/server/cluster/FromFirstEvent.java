package dev.ductile.server.cluster;

import dev.ductile.api.Event;
import dev.ductile.journal.Snapshots;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A journal that is read without its snapshots. */
record FromFirstEvent(ServiceJournal journal) implements ServiceJournal {
  @Override
  public <T> Optional<T> restore(Snapshots.Reader<T> reader) {
    return Optional.empty();
  }

  @Override
  public void replay(Consumer<Event> events) {
    journal.replay(events);
  }

  @Override
  public void append(List<Event> events) {
    journal.append(events);
  }

  @Override
  public void committed(Supplier<Optional<Snapshots.Source>> state) {
    journal.committed(state);
  }

  @Override
  public void close(Supplier<Optional<Snapshots.Source>> state) {
    journal.close(state);
  }
}
