package dev.ductile.runtime.allreduce;

import dev.ductile.runtime.parameters.KeyedRows;
import dev.ductile.runtime.parameters.Partition;
import dev.ductile.runtime.parameters.PartitionLayout;
import dev.ductile.runtime.parameters.ReducedSum;
import dev.ductile.runtime.parameters.Tensor;
import dev.ductile.runtime.training.Batch;
import dev.ductile.runtime.training.Gradient;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The floats that workers add up in a step, in one row: the gradients of all tensors without keys,
 * the number of examples, and of each keyed tensor the rows that any worker has touched.
 */
final class ReducedRow {
  private final List<Tensor> tensors;
  private final int dense;
  private float[] numbers;
  private int[] keys = {};
  private int keyCount;
  private float[] scratch = {};

  ReducedRow(List<Tensor> tensors) {
    this.tensors = List.copyOf(tensors);
    dense =
        Math.toIntExact(tensors.stream().filter(t -> !t.keyed()).mapToLong(Tensor::floats).sum());
    numbers = new float[dense + 1];
  }

  /** An array that may be longer than {@link #length}. */
  float[] numbers() {
    return numbers;
  }

  /** The number of floats in use. */
  int length() {
    return dense + 1 + keyCount * keyedWidth();
  }

  int examples() {
    return Math.round(numbers[dense]);
  }

  private int keyedWidth() {
    return tensors.stream().filter(Tensor::keyed).mapToInt(Tensor::width).sum();
  }

  /** Makes room for these rows, and sets them to zero. */
  void fit(int[] rows, int count) {
    keys = rows;
    keyCount = count;
    long needed = dense + 1L + (long) count * keyedWidth();
    if (needed > numbers.length) {
      numbers = Arrays.copyOf(numbers, Math.toIntExact(needed));
    }
    Arrays.fill(numbers, dense, length(), 0);
  }

  /** The sums of each partition, in the order of their ids. */
  List<ReducedSum> parts(PartitionLayout layout) {
    var parts = new ArrayList<ReducedSum>();
    for (int t = 0; t < tensors.size(); t++) {
      int width = tensors.get(t).width();
      int place = 0;
      for (Partition partition : layout.partitions(t)) {
        if (tensors.get(t).keyed()) {
          var rows = KeyedRows.of(keys, place, keyCount, partition);
          parts.add(part(rows(t) + place * width, rows.count() * width, Optional.of(rows)));
          place = rows.end();
        } else {
          int from = begin(t) + partition.firstRow() * width;
          parts.add(part(from, partition.floats(), Optional.empty()));
        }
      }
    }
    return parts;
  }

  private ReducedSum part(int from, int count, Optional<KeyedRows> rows) {
    if (scratch.length < count) {
      scratch = new float[count];
    }
    return new ReducedSum(numbers, from, count, rows, scratch);
  }

  /** The index at which the rows of a keyed tensor begin. */
  private int rows(int tensor) {
    int at = dense + 1;
    for (int t = 0; t < tensor; t++) {
      at += tensors.get(t).keyed() ? keyCount * tensors.get(t).width() : 0;
    }
    return at;
  }

  /** The index at which a tensor without keys begins. */
  int begin(int tensor) {
    long at = 0;
    for (int t = 0; t < tensor; t++) {
      at += tensors.get(t).keyed() ? 0 : tensors.get(t).floats();
    }
    return Math.toIntExact(at);
  }

  /** Puts in one worker's share; the rows of its batch are among the keys. */
  void put(Gradient gradient, Batch batch, int examples) {
    for (int t = 0; t < tensors.size(); t++) {
      if (tensors.get(t).keyed()) {
        putRows(gradient.sums(t), tensors.get(t).width(), rows(t), batch);
      } else {
        int floats = Math.toIntExact(tensors.get(t).floats());
        System.arraycopy(gradient.sums(t), 0, numbers, begin(t), floats);
      }
    }
    numbers[dense] = examples;
  }

  private void putRows(float[] sums, int width, int at, Batch batch) {
    int[] rows = batch.rows();
    int place = 0;
    for (int i = 0; i < batch.rowCount(); i++) {
      while (keys[place] < rows[i]) {
        place++;
      }
      System.arraycopy(sums, i * width, numbers, at + place * width, width);
    }
  }
}
