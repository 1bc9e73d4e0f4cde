package dev.ductile.api;

import java.util.Optional;

/**
 * An estimator whose memory of a job is data, so that a snapshot of a cluster can contain it. A
 * cluster whose estimator is no such one is recovered from all of its events.
 *
 * @param <M> a record that is written by its components: numbers, texts, lists, optional values and
 *     records of these
 */
public interface RestorableEstimator<M extends Record> extends Estimator {
  /** The type of the memory of one job. */
  Class<M> memoryType();

  /** The memory of a job; empty if it has none. */
  Optional<M> memory(JobId job);

  /**
   * Puts a memory in the place of the measurements that it was made of. From then on the estimator
   * behaves like the one that gave the memory.
   */
  void restore(JobId job, M memory);

  /** Restores a memory of a type that is known only now. */
  default void restoreRecord(JobId job, Record memory) {
    restore(job, memoryType().cast(memory));
  }
}
