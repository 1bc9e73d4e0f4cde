package dev.ductile.answers.forecast;

import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Plan;
import dev.ductile.api.Size;
import dev.ductile.rest.ShadowDifference;
import dev.ductile.rest.TaskCounts;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The counts of a comparison of plans of two policies on the same pictures. */
final class ShadowCounts {
  private static final int MOST_DIFFERENCES = 50;

  private final Deque<ShadowDifference> differences = new ArrayDeque<>();
  private Optional<Instant> since = Optional.empty();
  private long decisions;
  private long equal;
  private long jobs;
  private long equalJobs;

  /** The sizes that both plans give a job; no size while it waits. */
  private record Pair(Job job, Size acting, Size shadow) {
    boolean isEqual() {
      return acting.equals(shadow);
    }
  }

  void take(Cluster picture, Plan acting, Plan shadow) {
    since = since.or(() -> Optional.of(picture.now()));
    Map<Long, Pair> pairs = pairs(acting, shadow);
    long same = pairs.values().stream().filter(Pair::isEqual).count();
    decisions++;
    equal += same == pairs.size() ? 1 : 0;
    jobs += pairs.size();
    equalJobs += same;
    pairs.values().stream()
        .filter(pair -> !pair.isEqual())
        .limit(MOST_DIFFERENCES)
        .forEach(pair -> keep(picture, pair, shadow));
  }

  private static Map<Long, Pair> pairs(Plan acting, Plan shadow) {
    Map<Long, Pair> pairs = new LinkedHashMap<>();
    for (Grant grant : acting.grants()) {
      pairs.put(grant.job().arrival(), new Pair(grant.job(), grant.allocation().size(), Size.NONE));
    }
    for (Grant grant : shadow.grants()) {
      Size size = grant.allocation().size();
      pairs.merge(
          grant.job().arrival(),
          new Pair(grant.job(), Size.NONE, size),
          (known, _) -> new Pair(known.job(), known.acting(), size));
    }
    return pairs;
  }

  private void keep(Cluster picture, Pair pair, Plan shadow) {
    if (differences.size() == MOST_DIFFERENCES) {
      differences.removeLast();
    }
    differences.addFirst(
        new ShadowDifference(
            picture.now(),
            pair.job().id().name(),
            counts(pair.acting()),
            counts(pair.shadow()),
            shadow.reasons().why(pair.job()).sentence()));
  }

  private static TaskCounts counts(Size size) {
    return new TaskCounts(size.workers(), size.servers());
  }

  Optional<Instant> since() {
    return since;
  }

  long decisions() {
    return decisions;
  }

  /** The decisions that gave the same sizes to all jobs. */
  long equal() {
    return equal;
  }

  /** The jobs of all decisions. */
  long jobs() {
    return jobs;
  }

  /** The jobs of all decisions that had the same size in both plans. */
  long equalJobs() {
    return equalJobs;
  }

  /** The latest differences, the newest first. */
  List<ShadowDifference> differences() {
    return List.copyOf(differences);
  }
}
