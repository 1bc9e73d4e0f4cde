package dev.ductile.scheduler.sharing;

import dev.ductile.api.Cluster;
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import dev.ductile.api.Sharing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The part of the cluster to which each queue is entitled. When a queue has decided and has taken
 * less, the rest is divided among the others.
 */
final class Entitlements {
  private final TaskAmounts tasks;
  private final Map<String, QueueDemand> demands = new LinkedHashMap<>();
  private final Map<String, Double> entitled = new LinkedHashMap<>();
  private final Map<String, Double> largest = new LinkedHashMap<>();
  private final Map<String, Double> initial;
  private Map<String, Double> rounded = Map.of();

  Entitlements(Cluster cluster, Map<String, List<PriorityLevel>> levels, TaskAmounts tasks) {
    this.tasks = tasks;
    List<Queue> queues = levels.keySet().stream().map(name -> known(name, cluster)).toList();
    Map<String, Double> weights = FairShareWeights.of(queues, cluster);
    for (Queue queue : queues) {
      demands.put(
          queue.name(),
          QueueDemand.of(
              queue,
              Objects.requireNonNull(levels.get(queue.name())),
              tasks,
              Objects.requireNonNull(weights.get(queue.name()))));
    }
    divide();
    initial = Map.copyOf(entitled);
  }

  private static Queue known(String name, Cluster cluster) {
    Optional<Queue> known =
        cluster.settings().queues().stream().filter(queue -> queue.name().equals(name)).findFirst();
    return known.orElseGet(() -> Queue.sharing(name, Sharing.EQUAL));
  }

  private void divide() {
    List<Double> totals = new ArrayList<>();
    for (int column = 0; column < tasks.resources().size(); column++) {
      totals.add(tasks.total(column));
    }
    List<QueueDemand> all = List.copyOf(demands.values());
    List<Double> divided =
        WaterFilling.shares(all.stream().map(QueueDemand::demand).toList(), totals);
    for (int i = 0; i < all.size(); i++) {
      QueueDemand queue = all.get(i);
      entitle(queue.queue().name(), divided.get(i) * queue.perShare());
    }
    rounded = Map.of();
  }

  /** Replaces the shares of these queues until the cluster is divided again. */
  void round(Map<String, Double> shares) {
    rounded = Map.copyOf(shares);
    rounded.forEach(this::entitle);
  }

  private void entitle(String queue, double amount) {
    entitled.put(queue, amount);
    largest.merge(queue, amount, Math::max);
  }

  /**
   * Divides the rest of a queue, which has decided and has taken no more than this amount.
   *
   * @return whether the others have new shares because of that
   */
  boolean redistributeRest(String queue, double taken) {
    QueueDemand demand = demand(queue);
    boolean leavesARest = demand.perShare() > 0 && taken < entitled(queue);
    if (leavesARest) {
      demands.put(queue, demand.withMost(taken / demand.perShare()));
      divide();
    }
    return leavesARest;
  }

  Queue queue(String name) {
    return demand(name).queue();
  }

  private QueueDemand demand(String queue) {
    return Objects.requireNonNull(demands.get(queue));
  }

  /** The position of the queue's dominant resource, in which its share is counted. */
  int column(String queue) {
    return demand(queue).column();
  }

  /** The name of the queue's dominant resource. */
  String resource(String queue) {
    return tasks.resources().get(column(queue));
  }

  /** The amount of its dominant resource to which the queue is entitled. */
  double entitled(String queue) {
    return Objects.requireNonNull(entitled.get(queue));
  }

  /** The largest amount to which the queue was entitled in the course of the decision. */
  double largest(String queue) {
    return Objects.requireNonNull(largest.get(queue));
  }

  /** The amount to which the queue was entitled before any queue had decided. */
  double initial(String queue) {
    return Objects.requireNonNull(initial.get(queue));
  }

  /**
   * The amount up to which the queue takes resources from others. A rest of other queues counts
   * only beyond one task, so that no task changes between queues because of a rest.
   */
  double reclaimable(String queue, double task) {
    return rounded.containsKey(queue)
        ? entitled(queue)
        : Math.max(initial(queue), entitled(queue) - task);
  }

  /** The most of its dominant resource that the queue may ever hold. */
  double limit(String queue) {
    return demand(queue).limit(tasks);
  }

  /** The resources to which the queue was entitled before any queue had decided. */
  Resources initialResources(String queue) {
    return asResources(queue, initial(queue));
  }

  /** An amount of the queue's dominant resource. */
  Resources asResources(String queue, double amount) {
    return !(amount > 0)
        ? Resources.NONE
        : Resources.of(resource(queue), Math.min(amount, Double.MAX_VALUE));
  }
}
