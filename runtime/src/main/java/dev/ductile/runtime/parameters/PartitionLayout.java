package dev.ductile.runtime.parameters;

import java.util.ArrayList;
import java.util.List;

/**
 * The partitions of a model's parameters: the same for every process of a job, whatever its size.
 */
public final class PartitionLayout {
  private final List<Tensor> tensors;
  private final List<Partition> partitions;
  private final List<List<Partition>> byTensor;
  private final int[] rowsEach;

  public PartitionLayout(List<Tensor> tensors) {
    this.tensors = List.copyOf(tensors);
    var all = new ArrayList<Partition>();
    var grouped = new ArrayList<List<Partition>>();
    rowsEach = new int[tensors.size()];
    for (int t = 0; t < tensors.size(); t++) {
      Tensor tensor = tensors.get(t);
      rowsEach[t] = tensor.rowsOfPartition();
      var cut = new ArrayList<Partition>();
      for (int row = 0; row < tensor.rows(); row += rowsEach[t]) {
        int rows = Math.min(rowsEach[t], tensor.rows() - row);
        cut.add(new Partition(all.size() + cut.size(), t, row, rows, tensor.width()));
      }
      all.addAll(cut);
      grouped.add(List.copyOf(cut));
    }
    partitions = List.copyOf(all);
    byTensor = List.copyOf(grouped);
  }

  public List<Tensor> tensors() {
    return tensors;
  }

  public List<Partition> partitions() {
    return partitions;
  }

  public List<Partition> partitions(int tensor) {
    return byTensor.get(tensor);
  }

  /** The number of floats of each partition. */
  public List<Long> sizes() {
    return partitions.stream().map(partition -> (long) partition.floats()).toList();
  }

  /** The partition that holds a row of a tensor. */
  public Partition partition(int tensor, int row) {
    return byTensor.get(tensor).get(row / rowsEach[tensor]);
  }
}
