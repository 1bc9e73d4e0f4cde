package dev.ductile.scheduler.sharing;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The priority levels of each queue of a picture, the highest first. */
final class PriorityLevels {
  /** The most levels of priority in a queue; the last one has all lower priorities. */
  static final int MOST_LEVELS = 4;

  private PriorityLevels() {}

  static Map<String, List<PriorityLevel>> byQueue(Cluster cluster) {
    Map<String, Set<Integer>> priorities = new TreeMap<>();
    cluster
        .jobs()
        .forEach(job ->
            priorities
                .computeIfAbsent(
                    job.spec().queue(), _ -> new TreeSet<>(Comparator.<Integer>reverseOrder()))
                .add(job.spec().priority()));
    Map<String, List<PriorityLevel>> levels = new LinkedHashMap<>();
    priorities.forEach(
        (queue, each) -> levels.put(queue, levels(cluster, queue, List.copyOf(each))));
    return levels;
  }

  private static List<PriorityLevel> levels(
      Cluster cluster, String queue, List<Integer> priorities) {
    int count = Math.min(MOST_LEVELS, priorities.size());
    var levels = new ArrayList<PriorityLevel>();
    for (int index = 0; index < count; index++) {
      int to = index == count - 1 ? priorities.size() : index + 1;
      levels.add(level(cluster, queue, index, new HashSet<>(priorities.subList(index, to))));
    }
    return levels;
  }

  private static PriorityLevel level(
      Cluster cluster, String queue, int index, Set<Integer> priorities) {
    return new PriorityLevel(
        queue,
        index,
        cluster.jobs().where(job -> isOf(job, queue, priorities)),
        cluster.running().stream().filter(job -> isOf(job, queue, priorities)).toList(),
        cluster.pinned().stream().filter(job -> isOf(job, queue, priorities)).toList());
  }

  private static boolean isOf(Job job, String queue, Set<Integer> priorities) {
    return job.spec().queue().equals(queue) && priorities.contains(job.spec().priority());
  }
}
