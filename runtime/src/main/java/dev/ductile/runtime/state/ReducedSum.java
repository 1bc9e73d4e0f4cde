package dev.ductile.runtime.state;

import java.util.Optional;

/**
 * The sum of a step for one partition as an all-reduce leaves it: a part of a longer row, where it
 * stays until it is applied.
 *
 * @param row the result of the all-reduce
 * @param from the place of this partition's first float in the row
 * @param count how many floats belong to this partition
 * @param rows the rows that the sum speaks of; empty where it speaks of all
 * @param scratch room for at least {@code count} floats, which partitions share
 */
public record ReducedSum(
    float[] row, int from, int count, Optional<KeyedRows> rows, float[] scratch) {

  /** The floats from place 0 on, until another partition's are asked for. */
  float[] numbers() {
    System.arraycopy(row, from, scratch, 0, count);
    return scratch;
  }
}
