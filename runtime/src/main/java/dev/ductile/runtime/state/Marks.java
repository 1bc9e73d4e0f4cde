package dev.ductile.runtime.state;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How far each split is; 0 for those never heard of. */
final class Marks {
  private long[] clocks = {};

  long of(int split) {
    return split < clocks.length ? clocks[split] : 0;
  }

  /** Never goes back. */
  void set(int split, long clock) {
    if (split >= clocks.length) {
      clocks = Arrays.copyOf(clocks, Math.max(split + 1, 2 * clocks.length));
    }
    clocks[split] = Math.max(clocks[split], clock);
  }

  List<Batch.Mark> all() {
    var marks = new ArrayList<Batch.Mark>();
    for (int split = 0; split < clocks.length; split++) {
      if (clocks[split] > 0) {
        marks.add(new Batch.Mark(split, clocks[split]));
      }
    }
    return marks;
  }
}
