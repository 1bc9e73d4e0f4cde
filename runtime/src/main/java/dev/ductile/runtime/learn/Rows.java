package dev.ductile.runtime.learn;

import java.util.Arrays;
import java.util.BitSet;

/** A set of row numbers that remembers the order in which they came. */
public final class Rows {
  private final BitSet present;
  private int[] list = new int[16];
  private int count;

  public Rows(int most) {
    present = new BitSet(most);
  }

  public void add(int row) {
    if (present.get(row)) {
      return;
    }
    present.set(row);
    if (count == list.length) {
      list = Arrays.copyOf(list, count * 2);
    }
    list[count++] = row;
  }

  public int count() {
    return count;
  }

  public int get(int index) {
    return list[index];
  }

  public void clear() {
    for (int i = 0; i < count; i++) {
      present.clear(list[i]);
    }
    count = 0;
  }
}
