package dev.ductile.runtime.worker;

import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.training.Batch;
import java.util.Collection;
import java.util.List;

/**
 * Fills a batch with a worker's share of a step; a batch that has this share already is not
 * changed.
 */
final class BatchFilling {
  private final TrainingJob job;
  private final SplitStore store;
  private final Batch batch;
  private final ExampleOrders orders;
  private List<Portion> filled = List.of();

  BatchFilling(TrainingJob job, SplitStore store, Batch batch) {
    this.job = job;
    this.store = store;
    this.batch = batch;
    orders = new ExampleOrders(job);
  }

  /** Drops the data of all other splits. */
  void keep(Collection<Integer> splits) {
    orders.keep(splits);
  }

  /** The job goes back: data of later steps are dropped. */
  void forget() {
    filled = List.of();
    batch.clear();
  }

  /** Puts the share into the batch; returns whether the batch has changed. */
  boolean fill(List<Portion> share) {
    if (job.batch().isAll() && share.equals(filled)) {
      return false;
    }
    filled = share;
    batch.clear();
    for (Portion portion : share) {
      batch.add(store.examples(portion.split()), orders.of(portion), portion.from(), portion.to());
    }
    return true;
  }
}
