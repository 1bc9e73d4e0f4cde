package dev.ductile.runtime.worker;

import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.training.Batch;
import java.util.Collection;
import java.util.List;

/** Fills a batch with a worker's share of a step; one that has the same share stays as it is. */
final class Filling {
  private final TrainingJob job;
  private final SplitStore store;
  private final Batch batch;
  private final Orders orders;
  private List<Portion> filled = List.of();

  Filling(TrainingJob job, SplitStore store, Batch batch) {
    this.job = job;
    this.store = store;
    this.batch = batch;
    orders = new Orders(job);
  }

  /** Only these splits are active. */
  void keep(Collection<Integer> splits) {
    orders.keep(splits);
  }

  /** The job goes back: nothing that belongs to later steps is kept. */
  void forget() {
    filled = List.of();
    batch.clear();
  }

  /** Puts the share into the batch; whether the batch is another one than before. */
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
