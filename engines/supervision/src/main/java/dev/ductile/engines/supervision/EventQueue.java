package dev.ductile.engines.supervision;

import dev.ductile.api.Event;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The events that wait for the next poll. The queue stays small without polls: it keeps the newest
 * progress of each job, and every other event needs an order first.
 */
final class EventQueue {
  private static final Duration LONGEST_WAIT = Duration.ofHours(1);

  private final InstantSource time;

  /** Progress by its job, any other event by its number. */
  private final Map<Object, Event> waiting = new LinkedHashMap<>();

  private long reported;
  private long taken;
  private boolean woken;

  EventQueue(InstantSource time) {
    this.time = time;
  }

  synchronized void report(Event event) {
    if (event instanceof Event.Progressed progressed) {
      waiting.remove(progressed.job());
      waiting.put(progressed.job(), event);
    } else {
      waiting.put(reported++, event);
    }
    notifyAll();
  }

  synchronized List<Event> take() {
    List<Event> events = List.copyOf(waiting.values());
    waiting.clear();
    taken = reported;
    return events;
  }

  /** The number of events that were reported, apart from progress. */
  synchronized long reported() {
    return reported;
  }

  /** How many of them were taken. */
  synchronized long taken() {
    return taken;
  }

  /** Ends the wait of another thread, or its next one. */
  synchronized void wake() {
    woken = true;
    notifyAll();
  }

  /** Waits until the deadline, until there is an event, or until it is woken. */
  synchronized void await(Instant deadline) {
    try {
      while (waiting.isEmpty() && !woken) {
        Instant now = time.instant();
        if (!now.isBefore(deadline)) {
          return;
        }
        wait(millisUntil(now, deadline));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      woken = false;
    }
  }

  private static long millisUntil(Instant now, Instant deadline) {
    Instant latest = now.plus(LONGEST_WAIT);
    return Duration.between(now, deadline.isBefore(latest) ? deadline : latest).toMillis() + 1;
  }
}
