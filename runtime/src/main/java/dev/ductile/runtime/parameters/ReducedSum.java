package dev.ductile.runtime.parameters;

import java.util.Optional;

/**
 * The sum of a step for one partition as an all-reduce leaves it: a part of a longer row, in which
 * it stays until it is applied.
 */
public final class ReducedSum {
  private final float[] row;
  private final int from;
  private final int count;
  private final Optional<KeyedRows> rows;
  private final float[] scratch;

  /**
   * A part of a row.
   *
   * @param row the result of the all-reduce
   * @param from the index of this partition's first float in the row
   * @param count the number of floats of this partition
   * @param rows the rows of the sum; empty if it has all
   * @param scratch room for at least {@code count} floats, which partitions share
   */
  public ReducedSum(float[] row, int from, int count, Optional<KeyedRows> rows, float[] scratch) {
    this.row = row;
    this.from = from;
    this.count = count;
    this.rows = rows;
    this.scratch = scratch;
  }

  /** The result of the all-reduce. */
  public float[] row() {
    return row;
  }

  /** The index of the partition's first float in the row. */
  public int from() {
    return from;
  }

  /** The number of floats of the partition. */
  public int count() {
    return count;
  }

  /** The rows of the sum; empty if it has all. */
  public Optional<KeyedRows> rows() {
    return rows;
  }

  /** The floats from index 0 on, valid until those of another partition are requested. */
  float[] numbers() {
    System.arraycopy(row, from, scratch, 0, count);
    return scratch;
  }
}
