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
  private final Map<String, QueueShare> shares = new LinkedHashMap<>();
  private final Map<String, Double> entitled = new LinkedHashMap<>();
  private final Map<String, Double> most = new LinkedHashMap<>();
  private final Map<String, Double> first;
  private Map<String, Double> rounded = Map.of();

  Entitlements(Cluster cluster, Map<String, List<Party>> parties, TaskAmounts tasks) {
    this.tasks = tasks;
    List<Queue> queues = parties.keySet().stream().map(name -> queue(name, cluster)).toList();
    Map<String, Double> weights = Weights.of(queues, cluster);
    for (Queue queue : queues) {
      shares.put(
          queue.name(),
          QueueShare.of(
              queue,
              Objects.requireNonNull(parties.get(queue.name())),
              tasks,
              Objects.requireNonNull(weights.get(queue.name()))));
    }
    divide();
    first = Map.copyOf(entitled);
  }

  private static Queue queue(String name, Cluster cluster) {
    Optional<Queue> known =
        cluster.settings().queues().stream().filter(queue -> queue.name().equals(name)).findFirst();
    return known.orElseGet(() -> Queue.sharing(name, Sharing.EQUAL));
  }

  private void divide() {
    List<Double> totals = new ArrayList<>();
    for (int column = 0; column < tasks.names().size(); column++) {
      totals.add(tasks.total(column));
    }
    List<QueueShare> all = List.copyOf(shares.values());
    List<Double> divided =
        WaterFilling.shares(all.stream().map(QueueShare::claim).toList(), totals);
    for (int i = 0; i < all.size(); i++) {
      QueueShare share = all.get(i);
      entitle(share.queue().name(), divided.get(i) * share.perShare());
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
    most.merge(queue, amount, Math::max);
  }

  /**
   * The queue wants no more than this amount of its resource.
   *
   * @return whether the others have new shares because of that
   */
  boolean settle(String queue, double taken) {
    QueueShare share = share(queue);
    boolean leavesARest = share.perShare() > 0 && taken < amount(queue);
    if (leavesARest) {
      shares.put(queue, share.withMost(taken / share.perShare()));
      divide();
    }
    return leavesARest;
  }

  QueueShare share(String queue) {
    return Objects.requireNonNull(shares.get(queue));
  }

  /** The name of the resource in which the shares of the queue are counted. */
  String resource(String queue) {
    return tasks.names().get(share(queue).column());
  }

  /** The amount of the queue's resource to which it is entitled. */
  double amount(String queue) {
    return Objects.requireNonNull(entitled.get(queue));
  }

  /** The most to which the queue was entitled in the course of the decision. */
  double most(String queue) {
    return Objects.requireNonNull(most.get(queue));
  }

  /** The amount to which the queue is entitled by what all queues want. */
  double first(String queue) {
    return Objects.requireNonNull(first.get(queue));
  }

  /**
   * The amount up to which the queue takes resources from others. A rest of other queues counts
   * only beyond one task, so that no task changes between queues because of a rest.
   */
  double reclaimable(String queue, double task) {
    return rounded.containsKey(queue)
        ? amount(queue)
        : Math.max(first(queue), amount(queue) - task);
  }

  /** The most of its resource that the queue may ever hold. */
  double limit(String queue) {
    return share(queue).limit(tasks);
  }

  /** The resources to which the queue is entitled by what all queues want. */
  Resources resources(String queue) {
    return named(queue, first(queue));
  }

  /** An amount of the queue's resource with its name. */
  Resources named(String queue, double amount) {
    return !(amount > 0)
        ? Resources.NONE
        : Resources.of(resource(queue), Math.min(amount, Double.MAX_VALUE));
  }
}
