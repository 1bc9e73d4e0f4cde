package dev.ductile.runtime.training;

import dev.ductile.runtime.data.Examples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The features of some examples, numbered from 0 in ascending order: a hash table with open
 * addressing. (Parameter servers for sparse models have long done this, e.g. Li et al., OSDI 2014,
 * Section 4.2.)
 *
 * <p>If a batch has all examples, there are so many features that a bit for each possible one is
 * smaller and faster than a table: a feature's number is the count of bits before its own.
 */
final class RowIndex {
  private static final int EMPTY = -1;
  private static final int LEAST = 1_024;

  /** 2 to the 32nd divided by the golden ratio: neighbours land far apart. */
  private static final int GOLDEN = 0x9E3779B9;

  private final boolean all;
  private final BitSet marked = new BitSet();
  private final List<int[]> renamed = new ArrayList<>();
  private int[] table = emptyTable(LEAST);
  private int[] numbers = new int[LEAST];
  private int[] rows = new int[LEAST];
  private int count;
  private boolean sorted = true;

  /**
   * An empty index.
   *
   * @param all whether all examples of the data will be added
   */
  RowIndex(boolean all) {
    this.all = all;
  }

  int count() {
    if (all) {
      sorted();
    }
    return count;
  }

  void clear() {
    Arrays.fill(table, EMPTY);
    marked.clear();
    renamed.clear();
    count = 0;
    sorted = true;
  }

  /** Copies examples; their features become numbers of this index, right after {@link #sorted}. */
  Batch.Slice gather(Examples from, int[] order, int begin, int end) {
    if (sorted && !renamed.isEmpty()) {
      throw new IllegalStateException("the rows were asked for before all examples were there");
    }
    sorted = false;
    int many = end - begin;
    float[] labels = new float[many];
    int[] identity = new int[many];
    int[] starts = new int[many + 1];
    for (int i = 0; i < many; i++) {
      int example = order[begin + i];
      labels[i] = from.labels()[example];
      identity[i] = i;
      starts[i + 1] = starts[i] + from.starts()[example + 1] - from.starts()[example];
    }
    int[] features = new int[starts[many]];
    float[] values = new float[starts[many]];
    for (int i = 0; i < many; i++) {
      int source = from.starts()[order[begin + i]];
      int length = starts[i + 1] - starts[i];
      System.arraycopy(from.values(), source, values, starts[i], length);
      for (int j = 0; j < length; j++) {
        features[starts[i] + j] = number(from.features()[source + j]);
      }
    }
    renamed.add(features);
    return new Batch.Slice(new Examples(labels, starts, features, values), identity, 0, many);
  }

  /** The features, ascending; only the first {@link #count} count. */
  int[] sorted() {
    if (sorted) {
      return rows;
    }
    if (all) {
      rank();
      return rows;
    }
    int[] arrived = Arrays.copyOf(rows, count);
    Arrays.sort(rows, 0, count);
    for (int i = 0; i < count; i++) {
      numbers[place(rows[i])] = i;
    }
    for (int i = 0; i < count; i++) {
      arrived[i] = numbers[place(arrived[i])];
    }
    for (int[] features : renamed) {
      for (int i = 0; i < features.length; i++) {
        features[i] = arrived[features[i]];
      }
    }
    sorted = true;
    return rows;
  }

  private void rank() {
    rows = marked.stream().toArray();
    count = rows.length;
    long[] words = marked.toLongArray();
    int[] before = new int[words.length];
    for (int word = 1; word < words.length; word++) {
      before[word] = before[word - 1] + Long.bitCount(words[word - 1]);
    }
    for (int[] features : renamed) {
      for (int i = 0; i < features.length; i++) {
        int feature = features[i];
        long lower = words[feature >> 6] & ((1L << feature) - 1);
        features[i] = before[feature >> 6] + Long.bitCount(lower);
      }
    }
    sorted = true;
  }

  private int number(int row) {
    if (all) {
      marked.set(row);
      return row;
    }
    int place = place(row);
    if (table[place] == row) {
      return numbers[place];
    }
    table[place] = row;
    numbers[place] = count;
    if (count == rows.length) {
      rows = Arrays.copyOf(rows, count * 2);
    }
    rows[count++] = row;
    if (count * 2 > table.length) {
      grow();
    }
    return count - 1;
  }

  /** The slot of a row in the table, or the free slot for it. */
  private int place(int row) {
    int mask = table.length - 1;
    int place = (row * GOLDEN) >>> (Integer.numberOfLeadingZeros(table.length) + 1);
    while (table[place] != row && table[place] != EMPTY) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private void grow() {
    table = emptyTable(table.length * 2);
    numbers = new int[table.length];
    for (int i = 0; i < count; i++) {
      int place = place(rows[i]);
      table[place] = rows[i];
      numbers[place] = i;
    }
  }

  private static int[] emptyTable(int size) {
    int[] table = new int[size];
    Arrays.fill(table, EMPTY);
    return table;
  }
}
