package dev.ductile.server.tracing;

import dev.ductile.api.Engine;
import dev.ductile.api.Event;
import dev.ductile.api.Order;
import java.util.Collection;
import java.util.List;

/** An engine whose reports and orders are timed. Each round begins with its reports. */
record TracedEngine(Engine engine, RoundRecorder recorder) implements Engine {
  @Override
  public List<Event> poll() {
    recorder.begins();
    List<Event> events = engine.poll();
    recorder.ended(RoundStep.POLL, events.size());
    return events;
  }

  @Override
  public void apply(Order order) {
    engine.apply(order);
    recorder.ended(RoundStep.APPLY, 1);
  }

  @Override
  public void adopt(Collection<Order> lastOrders) {
    engine.adopt(lastOrders);
  }

  @Override
  public void close() {
    engine.close();
  }
}
