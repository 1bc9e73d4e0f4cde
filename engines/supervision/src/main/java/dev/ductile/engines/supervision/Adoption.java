package dev.ductile.engines.supervision;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Order;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the tasks that an earlier engine has left, and assigns them to the orders of their jobs.
 */
final class Adoption {
  private final EngineContext context;
  private Optional<List<Order>> lastOrders = Optional.empty();
  private boolean done;
  private boolean complained;

  /** The tasks found for each order, and the tasks that belong to none. */
  record FoundTasks(
      List<Order> orders, Map<JobId, FoundGeneration> found, List<DurableLauncher.Found> orphans) {
    /**
     * The orders of jobs whose tasks run as ordered come first. Tasks of other jobs may have ended,
     * and their resources may belong to those.
     */
    List<Order> asOrderedFirst() {
      return orders.stream().sorted(Comparator.comparing(order -> !runsAsOrdered(order))).toList();
    }

    private boolean runsAsOrdered(Order order) {
      return Optional.ofNullable(found.get(order.job()))
          .filter(generation -> generation.where().equals(order.target()))
          .isPresent();
    }
  }

  Adoption(EngineContext context) {
    this.context = context;
  }

  /**
   * Takes the orders of the earlier engine; a first order without this call means there were none.
   */
  synchronized void believe(Collection<Order> orders) {
    lastOrders = lastOrders.or(() -> Optional.of(List.copyOf(orders)));
  }

  /** The orders that wait to be answered. */
  synchronized Optional<List<Order>> due() {
    return done ? Optional.empty() : lastOrders;
  }

  /**
   * Assigns the tasks that the launcher finds.
   *
   * @throws IOException if the launcher cannot say what runs
   */
  FoundTasks divide(List<Order> orders) throws IOException {
    if (!(context.platform().launcher() instanceof DurableLauncher durable)) {
      return new FoundTasks(orders, Map.of(), List.of());
    }
    List<DurableLauncher.Found> all = durable.list();
    Map<JobId, FoundGeneration> newest = FoundGeneration.newest(durable, all);
    newest.keySet().retainAll(orders.stream().map(Order::job).toList());
    newest.values().removeIf(found -> !found.isWhole());
    var orphans = new ArrayList<DurableLauncher.Found>(all);
    newest.values().forEach(found -> orphans.removeAll(found.tasks()));
    return new FoundTasks(orders, newest, orphans);
  }

  /** The reports that the engine does not know whether tasks run, once for each order. */
  synchronized List<Event> complaints(List<Order> orders, IOException why) {
    if (complained) {
      return List.of();
    }
    complained = true;
    return orders.stream()
        .<Event>map(order ->
            new Event.Unknown(
                context.now(), order.job(), order.revision(), String.valueOf(why.getMessage())))
        .toList();
  }

  synchronized void isDone() {
    done = true;
  }

  /** A task that no order names, whose output is not read. */
  SupervisedTask stray(DurableLauncher.Found found) {
    var task =
        new SupervisedTask(
            found.spec().id(),
            FoundGeneration.placement(found),
            context.platform().launcher(),
            _ -> Optional.empty(),
            _ -> {},
            context.time(),
            context.wake());
    if (context.platform().launcher() instanceof DurableLauncher durable) {
      durable.follow(task.id(), task::accept);
    }
    return task;
  }
}
