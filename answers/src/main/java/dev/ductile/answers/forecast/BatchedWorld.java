package dev.ductile.answers.forecast;

import dev.ductile.api.Clock;
import dev.ductile.api.Engine;
import dev.ductile.api.Event;
import dev.ductile.api.Order;
import dev.ductile.simulator.World;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A simulated world that reports its events in batches, so that a far future needs few decisions.
 */
final class BatchedWorld implements Engine, Clock {
  private final World world;
  private final Instant start;
  private final EventBatches batches;
  private List<Event> events = new ArrayList<>();

  /** The world at its beginning. */
  BatchedWorld(World world, EventBatches batches) {
    this.world = world;
    this.start = world.instant();
    this.batches = batches;
  }

  @Override
  public void sleepUntil(Instant deadline) {
    Instant end = end();
    Instant latest = deadline.isAfter(end) ? deadline : end;
    do {
      world.sleepUntil(events.isEmpty() ? latest : end);
      events.addAll(world.poll());
    } while (!events.isEmpty() && instant().isBefore(end) && !isIdle());
  }

  /** The end of a batch that begins now. */
  private Instant end() {
    return instant().plus(batches.after(Duration.between(start, instant())));
  }

  private boolean isIdle() {
    return world.isOver() || world.isPastHorizon() || !world.inbox().isEmpty();
  }

  @Override
  public List<Event> poll() {
    List<Event> happened = events;
    happened.addAll(world.poll());
    events = new ArrayList<>();
    return happened;
  }

  /** Whether the scheduler has heard of all ends. */
  boolean isOver() {
    return events.isEmpty() && (world.isOver() || world.isPastHorizon());
  }

  @Override
  public Instant instant() {
    return world.instant();
  }

  @Override
  public void apply(Order order) {
    world.apply(order);
  }

  @Override
  public void adopt(Collection<Order> lastOrders) {
    world.adopt(lastOrders);
  }

  @Override
  public void close() {
    world.close();
  }
}
