package dev.ductile.runtime.state;

import java.util.List;

/**
 * The numbers of a partition as they were at one moment.
 *
 * @param arrays the values, and then the optimiser's
 * @param marks how far splits were
 */
public record Frozen(Partition partition, List<float[]> arrays, List<Batch.Mark> marks) {
  public Frozen {
    arrays = List.copyOf(arrays);
    marks = List.copyOf(marks);
  }
}
