package dev.ductile.learned.sets;

import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Plan;
import dev.ductile.api.Size;
import dev.ductile.learned.fallback.DecisionCheck;
import dev.ductile.learned.slot.AllWaiting;
import java.util.Optional;

/**
 * Finds plans in which all jobs wait, or in which a job is slower than it would be at its least
 * size.
 */
record PoorSizes() implements DecisionCheck {
  @Override
  public Optional<String> poor(Cluster cluster, Plan plan) {
    return new AllWaiting()
        .poor(cluster, plan)
        .or(() -> plan.grants().stream().flatMap(grant -> slow(grant).stream()).findFirst());
  }

  private static Optional<String> slow(Grant grant) {
    Job job = grant.job();
    Size size = grant.allocation().size();
    Size least = job.spec().bounds().least();
    return job.speedAt(size) < job.speedAt(least)
        ? Optional.of("%s gets %s, and is faster with %s".formatted(job.id(), size, least))
        : Optional.empty();
  }
}
