package dev.ductile.runtime.master;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/** Counts which task has suspected which other one since the job last made progress. */
final class Suspicions {
  private static final int MOST = 3;

  private final Map<Integer, Integer> counts = new HashMap<>();
  private final Map<Integer, TreeSet<Integer>> accused = new HashMap<>();

  /** Counts one more suspicion; returns whether there are too many now. */
  boolean isTooMuch(int by, int task) {
    accused.computeIfAbsent(by, _ -> new TreeSet<>()).add(task);
    return counts.merge(task, 1, Integer::sum) > MOST;
  }

  /** Whether this task alone accuses others, and several of them: then it is likely at fault. */
  boolean isSlander(int by) {
    return accused.size() == 1 && accused.getOrDefault(by, new TreeSet<>()).size() > 1;
  }

  void clear() {
    counts.clear();
    accused.clear();
  }
}
