package dev.ductile.server.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.ductile.rest.Json;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sends each event to all clients that are subscribed. A publisher never waits: a client that falls
 * too far behind is disconnected, and gets the whole state when it comes back.
 */
public final class Events implements AutoCloseable {
  private final EventLimits limits;
  private final AtomicLong numbers = new AtomicLong();
  private final Set<Subscription> subscriptions = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  public Events(EventLimits limits) {
    this.limits = limits;
  }

  /** Sends an event to all clients. Costs nothing without one. */
  public void publish(String name, Record document) {
    if (subscriptions.isEmpty()) {
      return;
    }
    String frame = frame(new EventData(name, document));
    subscriptions.removeIf(subscription -> !subscription.offer(frame));
  }

  /** The number of clients. */
  public int clients() {
    return subscriptions.size();
  }

  /** Ends all streams. */
  @Override
  public void close() {
    closed = true;
    subscriptions.forEach(Subscription::end);
  }

  EventLimits limits() {
    return limits;
  }

  /** A subscription from now on; the task runs if the client falls behind. */
  Subscription subscribe(Runnable disconnect) {
    Subscription subscription = new Subscription(limits.waiting(), disconnect);
    subscriptions.add(subscription);
    if (closed) {
      subscription.end();
    }
    return subscription;
  }

  void unsubscribe(Subscription subscription) {
    subscriptions.remove(subscription);
  }

  String frame(EventData event) {
    try {
      String data = Json.MAPPER.writeValueAsString(event.document());
      return "id: %d\nevent: %s\ndata: %s\n\n"
          .formatted(numbers.incrementAndGet(), event.name(), data);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("no JSON for " + event.name(), e);
    }
  }
}
