package dev.ductile.runtime.membership;

import java.util.List;

/**
 * The state of a task, reported when it has halted and when it registers again with a master.
 *
 * @param generation the last generation of which it was a member; 0 for none
 * @param clock a worker's step, or its own number of steps if each worker goes at its own pace
 * @param held its partitions, as primary or follower
 * @param splits its splits on disk or in memory
 * @param cursors the positions up to which this server has pushes, or this worker has trained its
 *     active splits
 */
public record TaskState(
    int generation,
    long clock,
    List<HeldReplica> held,
    List<HeldSplit> splits,
    List<Cursor> cursors) {
  public static final TaskState NONE = new TaskState(0, 0, List.of(), List.of(), List.of());

  public TaskState {
    held = List.copyOf(held);
    splits = List.copyOf(splits);
    cursors = List.copyOf(cursors);
  }

  /**
   * A replica of a partition.
   *
   * @param version the number of applied steps
   * @param prepared whether it also has the whole sum of step {@code version}
   */
  public record HeldReplica(int partition, long version, boolean prepared) {}

  /**
   * A split on disk.
   *
   * @param loaded whether it is in memory too, so that training on it can begin at once
   */
  public record HeldSplit(int split, int examples, boolean loaded) {}

  /**
   * The progress in a split, counted in examples over all epochs.
   *
   * @param safe everything up to here is applied
   * @param next the end of the first push that is not safe everywhere; equal to {@code safe} if
   *     there is none
   */
  public record Cursor(int split, long safe, long next) {}
}
