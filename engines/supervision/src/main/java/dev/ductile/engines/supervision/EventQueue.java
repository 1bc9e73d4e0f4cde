package dev.ductile.engines.supervision;

import dev.ductile.api.Event;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The events that wait to be read. It stays small however long nobody reads: of a job's progress it
 * keeps the newest report, each other event needs an order first, and others may post only so many.
 */
final class EventQueue {
  private static final Duration LONGEST_WAIT = Duration.ofHours(1);

  private final InstantSource time;
  private final int limit;

  /** A report of progress stands under its job, any other event under its number. */
  private final Map<Object, Event> waiting = new LinkedHashMap<>();

  private long told;

  EventQueue(InstantSource time, int limit) {
    this.time = time;
    this.limit = limit;
  }

  synchronized void tell(Event event) {
    if (event instanceof Event.Progressed progressed) {
      waiting.remove(progressed.job());
      waiting.put(progressed.job(), event);
    } else {
      waiting.put(told++, event);
    }
    notifyAll();
  }

  /** Takes in an event of somebody else's. */
  synchronized void post(Event event) {
    if (waiting.size() >= limit) {
      throw new IllegalStateException(
          "%d events wait already and nobody reads them".formatted(waiting.size()));
    }
    tell(event);
  }

  synchronized List<Event> take() {
    List<Event> events = List.copyOf(waiting.values());
    waiting.clear();
    return events;
  }

  /** Waits until the deadline or until there is an event. */
  synchronized void await(Instant deadline) {
    try {
      while (waiting.isEmpty()) {
        Instant now = time.instant();
        if (!now.isBefore(deadline)) {
          return;
        }
        wait(millisUntil(now, deadline));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long millisUntil(Instant now, Instant deadline) {
    Instant latest = now.plus(LONGEST_WAIT);
    return Duration.between(now, deadline.isBefore(latest) ? deadline : latest).toMillis() + 1;
  }
}
