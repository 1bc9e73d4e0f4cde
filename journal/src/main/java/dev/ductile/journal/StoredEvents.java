package dev.ductile.journal;

import dev.ductile.api.Event;
import dev.ductile.history.EventCodec;
import dev.ductile.history.EventSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The events in a database, for all readers: they need no lease and change nothing. */
public record StoredEvents(Database database, EventCodec codec) implements EventSource {
  /** Batches that are read in one transaction. */
  private static final int PAGE = 500;

  /** Batches whose events are in memory at once. */
  private static final int TOGETHER = 16;

  private static final String PAGE_OF_BATCHES =
      "SELECT first_event, event_count, batch FROM events WHERE first_event >= ?"
          + " ORDER BY first_event LIMIT "
          + PAGE;

  /** The number of the first event that is kept, if any is. */
  public Optional<Long> first() {
    return database.read(session ->
        session.first(
            "SELECT first_event FROM events ORDER BY first_event LIMIT 1",
            row -> row.number("first_event")));
  }

  /** Reads the events that are kept. */
  @Override
  public void read(Consumer<Event> events) {
    read(1, events);
  }

  /**
   * Reads the events from a number on, in their order, up to the last one. The journal may grow
   * meanwhile, and events that are no longer kept are left out.
   *
   * @param from the number of the first event of a batch, such as 1 or the one after a snapshot
   */
  public void read(long from, Consumer<Event> events) {
    long next = from;
    List<Batch> page = page(next);
    while (!page.isEmpty()) {
      inOrder(page, events);
      next = page.getLast().first() + page.getLast().count();
      page = page.size() < PAGE ? List.of() : page(next);
    }
  }

  /** Batches become events on all processors, because a restart waits for them. */
  private void inOrder(List<Batch> page, Consumer<Event> events) {
    for (int from = 0; from < page.size(); from += TOGETHER) {
      List<Batch> some = page.subList(from, Math.min(page.size(), from + TOGETHER));
      some.parallelStream().map(this::events).toList().forEach(batch -> batch.forEach(events));
    }
  }

  private record Batch(long first, long count, String json) {}

  private List<Batch> page(long from) {
    return database.read(session ->
        session.list(
            PAGE_OF_BATCHES,
            row ->
                new Batch(row.number("first_event"), row.number("event_count"), row.text("batch")),
            from));
  }

  private List<Event> events(Batch batch) {
    try {
      return codec.read(batch.json().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the events from number %d on in %s cannot be read: %s"
              .formatted(batch.first(), database.name(), e.getMessage()),
          e);
    }
  }
}
