package dev.ductile.scheduler;

import dev.ductile.api.Clock;
import dev.ductile.api.Engine;
import dev.ductile.api.Event;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Order;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** An engine that runs nothing: it records its orders, and reports the events of a test. */
final class FakeEngine implements Engine, Clock {
  final List<String> orders = new ArrayList<>();
  final List<JobSpec> specs = new ArrayList<>();
  private final List<Event> events = new ArrayList<>();
  private final NavigableMap<Instant, Event> coming = new TreeMap<>();
  private Instant now = Instant.EPOCH;
  private boolean closed;

  void report(Event event) {
    events.add(event);
  }

  /** An event that ends the sleep of a scheduler at this time. */
  void reportAt(Instant at, Event event) {
    coming.put(at, event);
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public List<Event> poll() {
    List<Event> polled = List.copyOf(events);
    events.clear();
    return polled;
  }

  @Override
  public void apply(Order order) {
    specs.add(order.spec());
    orders.add(
        order.isLast() ? order.job() + " ends" : "%s %s".formatted(order.job(), order.target()));
  }

  @Override
  public void adopt(Collection<Order> lastOrders) {
    lastOrders.forEach(order ->
        orders.add("adopt %d %s %s".formatted(order.revision(), order.job(), order.target())));
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public void sleepUntil(Instant deadline) {
    boolean isEarly = !coming.isEmpty() && coming.firstKey().isBefore(deadline);
    Instant until = isEarly ? coming.firstKey() : deadline;
    now = until.isAfter(now) ? until : now;
    while (!coming.isEmpty() && !coming.firstKey().isAfter(now)) {
      events.add(coming.pollFirstEntry().getValue());
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
