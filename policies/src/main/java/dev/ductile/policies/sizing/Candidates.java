package dev.ductile.policies.sizing;

import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.Speed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Caches the speeds of jobs by size between decisions; jobs with the same speed, bounds and demand
 * share them.
 */
final class Candidates {
  /** The most sizes that are cached, of all jobs together. */
  private static final int MOST_REMEMBERED = 2_000_000;

  /**
   * The key of a cached speed by size. It compares identities, because comparing contents would
   * cost more than it saves.
   */
  @SuppressWarnings("ReferenceEquality")
  private record Kind(Speed speed, Bounds bounds, Demand demand) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Kind kind
          && speed == kind.speed
          && bounds == kind.bounds
          && demand == kind.demand;
    }

    @Override
    public int hashCode() {
      return 31 * (31 * System.identityHashCode(speed) + System.identityHashCode(bounds))
          + System.identityHashCode(demand);
    }
  }

  private record Remembered(SpeedBySize speeds, ResourceNeeds needs) {}

  private final SizeSteps steps;
  private final Map<Kind, Remembered> known = new HashMap<>();
  private List<String> resources = List.of();
  private long remembered;

  Candidates(SizeSteps steps) {
    this.steps = steps;
  }

  /** Clears the cache if the cluster has other resources now. */
  void expect(List<String> newResources) {
    if (!resources.equals(newResources) || remembered > MOST_REMEMBERED) {
      known.clear();
      remembered = 0;
      resources = newResources;
    }
  }

  Candidate of(Job job, NodePools pools) {
    var kind = new Kind(job.speed(), job.spec().bounds(), job.spec().demand());
    Remembered found = known.computeIfAbsent(kind, any -> remember(job));
    return new Candidate(job, found.speeds(), found.needs(), pools.of(job.spec().demand()));
  }

  private Remembered remember(Job job) {
    var speeds = new SpeedBySize(job, steps);
    remembered += speeds.count();
    return new Remembered(speeds, new ResourceNeeds(job.spec().demand(), resources));
  }
}
