package dev.ductile.runtime.master.tasks;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/** Counts which task has suspected which other one since the job last made progress. */
public final class Suspicions {
  private static final int MOST = 3;

  private final Map<Integer, Integer> counts = new HashMap<>();
  private final Map<Integer, TreeSet<Integer>> accused = new HashMap<>();

  /** Counts one more suspicion; returns whether there are too many now. */
  public boolean isTooMuch(int by, int task) {
    accused.computeIfAbsent(by, _ -> new TreeSet<>()).add(task);
    return counts.merge(task, 1, Integer::sum) > MOST;
  }

  /**
   * Whether this task suspects several others, and no other task suspects any: then it is likely at
   * fault.
   */
  public boolean accuserIsAtFault(int by) {
    return accused.size() == 1 && accused.getOrDefault(by, new TreeSet<>()).size() > 1;
  }

  public void clear() {
    counts.clear();
    accused.clear();
  }
}
