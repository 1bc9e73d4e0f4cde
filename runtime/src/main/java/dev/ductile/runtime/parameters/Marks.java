package dev.ductile.runtime.parameters;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The progress of pushes in each split; 0 for splits without any. */
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

  List<BatchSummary.Mark> all() {
    var marks = new ArrayList<BatchSummary.Mark>();
    for (int split = 0; split < clocks.length; split++) {
      if (clocks[split] > 0) {
        marks.add(new BatchSummary.Mark(split, clocks[split]));
      }
    }
    return marks;
  }
}
