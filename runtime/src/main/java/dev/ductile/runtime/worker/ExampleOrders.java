package dev.ductile.runtime.worker;

import dev.ductile.runtime.data.SplitOrder;
import dev.ductile.runtime.job.TrainingJob;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The orders of the examples of active splits. */
final class ExampleOrders {
  private final TrainingJob job;
  private final Map<Integer, SplitOrder> orders = new HashMap<>();

  ExampleOrders(TrainingJob job) {
    this.job = job;
  }

  int[] of(Portion portion) {
    return orders.computeIfAbsent(portion.split(), split -> orderOf(portion)).of(portion.epoch());
  }

  private SplitOrder orderOf(Portion portion) {
    boolean shuffle = job.data().shuffle() && !job.batch().isAll();
    return new SplitOrder(portion.size(), job.seed(), portion.split(), shuffle);
  }

  /** Drops the orders of all other splits. */
  void keep(Collection<Integer> splits) {
    orders.keySet().retainAll(splits);
  }
}
