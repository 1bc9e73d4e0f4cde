package dev.ductile.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobState;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.Range;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.laws.RandomCluster;
import dev.ductile.policies.placements.Consolidated;
import dev.ductile.scenario.Choice;
import dev.ductile.scheduler.Decision;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** New bounds that exclude the present size of a running job, under every installed policy. */
@Tag("seeds")
class ChangedBoundsLawTest {
  private static final long SEEDS = 12L * Integer.getInteger("ductile.seedFactor", 1);
  private static final int STEPS = 8;

  @Test
  void aSizeWithoutRoomStopsNoJobAndIsReachedWhenThereIsRoom() {
    var seen = new Seen();
    for (PolicyProvider<?> provider : SmallCluster.CATALOG.policies()) {
      for (long seed = 0; seed < SEEDS; seed++) {
        tell(provider.profile().name(), seed, seen);
      }
    }
    assertThat(seen.kept).as("jobs that kept their sizes").isGreaterThan(100);
    assertThat(seen.reached).as("jobs that reached larger sizes").isGreaterThan(100);
    assertThat(seen.smaller).as("jobs that became smaller").isGreaterThan(100);
  }

  /** How often each case was seen. */
  private static final class Seen {
    private int kept;
    private int reached;
    private int smaller;
  }

  private static void tell(String name, long seed, Seen seen) {
    RandomGenerator random = new Seed(seed).stream("bounds");
    var cluster = new RandomCluster(seed);
    for (int step = 0; step < STEPS; step++) {
      Cluster picture = cluster.picture();
      List<Job> running = picture.jobs().stream().filter(Job::holdsResources).toList();
      if (!running.isEmpty()) {
        Job job = running.get(random.nextInt(running.size()));
        check(
            "%s, seed %d, step %d".formatted(name, seed, step),
            new Case(picture, job, changed(job, random), policy(name, seed)),
            seen);
      }
      cluster.follow(policy(name, seed).decide(picture));
    }
  }

  private static Policy policy(String name, long seed) {
    return SmallCluster.CATALOG.policy(Choice.named(name), new Consolidated(), new Seed(seed));
  }

  /** A fixed size by hand, or other bounds. */
  private static Bounds changed(Job job, RandomGenerator random) {
    Size now = job.allocation().size();
    int workers = Math.max(1, now.workers() + random.nextInt(-3, 8));
    return random.nextBoolean()
        ? Bounds.rigid(new Size(workers, now.servers()))
        : new Bounds(
            Range.between(workers, workers + random.nextInt(4)), job.spec().bounds().servers());
  }

  /** A job of a picture, and its new bounds. */
  private record Case(Cluster picture, Job job, Bounds bounds, Policy policy) {
    Optional<Allocation> granted(Job as) {
      return granted(picture, as);
    }

    Optional<Allocation> alone(Job as) {
      return granted(Cluster.of(picture.now(), picture.nodes(), List.of(as)), as);
    }

    private Optional<Allocation> granted(Cluster in, Job as) {
      Cluster shown = Cluster.of(in.now(), in.nodes(), in.jobs().with(as));
      Decision decision = Decision.of(shown, policy);
      return decision.plan().grants().stream()
          .filter(grant -> grant.job().arrival() == job.arrival())
          .map(Grant::allocation)
          .findFirst()
          .or(() ->
              decision.cluster().pinned().stream()
                  .filter(pinned -> pinned.arrival() == job.arrival())
                  .map(Job::allocation)
                  .findFirst());
    }

    Job within(Bounds allowed) {
      return job.with(
          job.spec().withBounds(allowed, allowed.atMost(job.allocation().size())),
          job.manualOverride());
    }

    /** The job as it would wait at its new bounds. */
    Job waiting() {
      return within(bounds)
          .withAllocation(
              Allocation.NONE,
              JobState.QUEUED,
              job.progress().change(picture.now(), 0, 0),
              picture.now());
    }
  }

  private static void check(String when, Case one, Seen seen) {
    Size now = one.job().allocation().size();
    Bounds bounds = one.within(one.bounds()).spec().bounds();
    if (bounds.allows(now) || !bounds.allows(bounds.atMost(now))) {
      return;
    }
    Optional<Allocation> got = one.granted(one.within(one.bounds()));
    boolean mustShrink = bounds.atMost(now).workers() < now.workers();
    if (mustShrink) {
      assertThat(got.map(Allocation::size).filter(size -> !bounds.allows(size))).as(when).isEmpty();
      seen.smaller += got.isPresent() ? 1 : 0;
      return;
    }
    boolean goesOn = one.granted(one.within(Bounds.rigid(now))).isPresent();
    assertThat(got.isPresent() || !goesOn).as(when).isTrue();
    boolean isKept = got.filter(where -> where.size().equals(now)).isPresent();
    assertThat(isKept || got.isEmpty() || bounds.allows(got.get().size())).as(when).isTrue();
    seen.kept += isKept ? 1 : 0;
    Optional<Size> asNew = one.alone(one.waiting()).map(Allocation::size);
    if (asNew.isPresent()) {
      assertThat(one.alone(one.within(one.bounds())).map(Allocation::size))
          .as(when)
          .isEqualTo(asNew);
      seen.reached++;
    }
  }
}
