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

/** The parties of a picture, by queue; those of a queue begin with the highest priority. */
final class Parties {
  /** The most levels of priority in a queue; the last one has all lower priorities. */
  static final int MOST_LEVELS = 4;

  private Parties() {}

  static Map<String, List<Party>> of(Cluster cluster) {
    Map<String, Set<Integer>> priorities = new TreeMap<>();
    cluster
        .jobs()
        .forEach(job ->
            priorities
                .computeIfAbsent(
                    job.spec().queue(), _ -> new TreeSet<>(Comparator.<Integer>reverseOrder()))
                .add(job.spec().priority()));
    Map<String, List<Party>> parties = new LinkedHashMap<>();
    priorities.forEach(
        (queue, levels) -> parties.put(queue, parties(cluster, queue, List.copyOf(levels))));
    return parties;
  }

  private static List<Party> parties(Cluster cluster, String queue, List<Integer> priorities) {
    int levels = Math.min(MOST_LEVELS, priorities.size());
    var parties = new ArrayList<Party>();
    for (int level = 0; level < levels; level++) {
      int to = level == levels - 1 ? priorities.size() : level + 1;
      parties.add(party(cluster, queue, level, new HashSet<>(priorities.subList(level, to))));
    }
    return parties;
  }

  private static Party party(Cluster cluster, String queue, int level, Set<Integer> priorities) {
    return new Party(
        queue,
        level,
        cluster.jobs().where(job -> isOf(job, queue, priorities)),
        cluster.running().stream().filter(job -> isOf(job, queue, priorities)).toList(),
        cluster.pinned().stream().filter(job -> isOf(job, queue, priorities)).toList());
  }

  private static boolean isOf(Job job, String queue, Set<Integer> priorities) {
    return job.spec().queue().equals(queue) && priorities.contains(job.spec().priority());
  }
}
