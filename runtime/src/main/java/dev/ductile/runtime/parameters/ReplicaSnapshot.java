package dev.ductile.runtime.parameters;

import java.util.List;
import java.util.Optional;

/**
 * The arrays of a partition at one moment.
 *
 * @param version the number of applied steps
 * @param idle how many of these had no examples
 * @param arrays the values, and then the optimiser's state
 * @param settled the values with the proximal steps that they owed, if these are to be saved too
 * @param marks the positions in the splits
 */
public record ReplicaSnapshot(
    Partition partition,
    long version,
    long idle,
    List<float[]> arrays,
    Optional<float[]> settled,
    List<BatchSummary.Mark> marks) {
  public ReplicaSnapshot {
    arrays = List.copyOf(arrays);
    marks = List.copyOf(marks);
  }

  /** A snapshot without settled values. */
  public ReplicaSnapshot(
      Partition partition,
      long version,
      long idle,
      List<float[]> arrays,
      List<BatchSummary.Mark> marks) {
    this(partition, version, idle, arrays, Optional.empty(), marks);
  }

  /**
   * The same with settled values, if a rule owes any: a copy, so that the job's own values do not
   * change.
   */
  public ReplicaSnapshot settledBy(Rule rule, float rateFactor) {
    Rule.Step step = rule.at(version - idle, rateFactor);
    if (!step.owes()) {
      return this;
    }
    float[] values = arrays.getFirst();
    float[] copy = new float[values.length];
    float[][] slots = arrays.subList(1, arrays.size()).toArray(float[][]::new);
    step.read(values, slots, 0, values.length, copy, 0);
    return new ReplicaSnapshot(partition, version, idle, arrays, Optional.of(copy), marks);
  }
}
