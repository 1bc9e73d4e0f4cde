package dev.ductile.runtime.membership;

import java.util.List;

/**
 * Where a task is, told when it is asked to halt and when it comes back to a master.
 *
 * @param generation the last that it has taken part in; 0 for none
 * @param clock a worker's step, or its own number of steps where each goes at its own pace
 * @param held the partitions that it has, whether as primary or follower
 * @param splits the splits that it has on disk or in memory
 * @param cursors how far pushes by splits have come here (a server), or how far this worker has
 *     come in its active splits
 */
public record Standing(
    int generation, long clock, List<Held> held, List<Holding> splits, List<Cursor> cursors) {
  public static final Standing NONE = new Standing(0, 0, List.of(), List.of(), List.of());

  public Standing {
    held = List.copyOf(held);
    splits = List.copyOf(splits);
    cursors = List.copyOf(cursors);
  }

  /**
   * A copy of a partition.
   *
   * @param version how many steps it has behind it
   * @param prepared whether it also has the whole sum of step {@code version}
   */
  public record Held(int partition, long version, boolean prepared) {}

  /**
   * A split that lies on disk.
   *
   * @param loaded whether it is in memory too, so that it can be worked on at once
   */
  public record Holding(int split, int examples, boolean loaded) {}

  /**
   * How far a split is, counted in examples over all epochs.
   *
   * @param safe up to here all is applied
   * @param next where the first push not yet safe everywhere ends; equal to {@code safe} if none
   */
  public record Cursor(int split, long safe, long next) {}
}
