package dev.ductile.runtime.parameters;

/** Some rows of a partition of a keyed tensor, named by their numbers within the tensor. */
public final class KeyedRows {
  private final int[] numbers;
  private final int from;
  private final int count;
  private final Partition partition;

  /** The {@code count} rows whose numbers begin at index {@code from}. */
  private KeyedRows(int[] numbers, int from, int count, Partition partition) {
    this.numbers = numbers;
    this.from = from;
    this.count = count;
    this.partition = partition;
  }

  /** Those of ascending row numbers that belong to the partition, from index {@code from} on. */
  public static KeyedRows of(int[] numbers, int from, int end, Partition partition) {
    int behind = partition.firstRow() + partition.rows();
    int to = from;
    while (to < end && numbers[to] < behind) {
      to++;
    }
    return new KeyedRows(numbers, from, to - from, partition);
  }

  public int count() {
    return count;
  }

  /** The index behind the last of them. */
  public int end() {
    return from + count;
  }

  /** Their number of floats. */
  int floats() {
    return count * partition.width();
  }

  /** A row's number within the partition. */
  public int row(int place) {
    return numbers[from + place] - partition.firstRow();
  }

  /** Copies the rows out of an array of the partition. */
  void gather(float[] all, float[] to, int at) {
    int width = partition.width();
    if (width == 1) {
      int first = partition.firstRow();
      for (int i = 0; i < count; i++) {
        to[at + i] = all[numbers[from + i] - first];
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      System.arraycopy(all, row(i) * width, to, at + i * width, width);
    }
  }

  /** Copies gathered rows back to their places. */
  void scatter(float[] gathered, float[] all) {
    int width = partition.width();
    if (width == 1) {
      int first = partition.firstRow();
      for (int i = 0; i < count; i++) {
        all[numbers[from + i] - first] = gathered[i];
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      System.arraycopy(gathered, i * width, all, row(i) * width, width);
    }
  }
}
