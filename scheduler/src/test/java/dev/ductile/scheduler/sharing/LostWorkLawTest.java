package dev.ductile.scheduler.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Progress;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The jobs that give back what their queue holds beyond its share, of random ones. */
@Tag("seeds")
class LostWorkLawTest {
  private static final long SEEDS = 300L * Integer.getInteger("ductile.seedFactor", 1);
  private static final Instant NOW = Instant.EPOCH.plusSeconds(10_000);
  private static final int GPUS = 64;

  @Test
  void noJobGivesBackWhileOneThatLosesLessCouldGiveMore() {
    int compared = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomGenerator random = new Seed(seed).stream("lost work");
      List<Job> jobs = jobs(random);
      Cluster cluster = Cluster.of(NOW, Nodes.uniform(1, Resources.gpus(GPUS)), jobs);
      var reclaim =
          new ReclaimPlanner(new AllocationDraft(cluster), new TaskAmounts(cluster.nodes()), NOW);
      int gpu = new TaskAmounts(cluster.nodes()).resources().indexOf(Resources.GPU);
      List<ReclaimStep> steps = reclaim.fromBorrower(jobs, gpu, random.nextInt(1, 12));
      Set<Long> givers = new HashSet<>();
      steps.forEach(step -> givers.add(step.job().arrival()));
      for (Job job : jobs) {
        for (ReclaimStep step : steps) {
          boolean couldGive = step.to().isNone() || job.allocation().workers() > 1;
          if (couldGive && !givers.contains(job.arrival())) {
            compared++;
            assertComesFirst("seed %d".formatted(seed), step.job(), job);
          }
        }
      }
    }
    assertThat(compared).isGreaterThan(1_000);
  }

  private static void assertComesFirst(String when, Job giver, Job other) {
    String as = "%s: %s gives back, not %s".formatted(when, giver.id(), other.id());
    assertThat(giver.spec().priority()).as(as).isLessThanOrEqualTo(other.spec().priority());
    if (giver.spec().priority() == other.spec().priority()) {
      assertThat(slowly(giver)).as(as).isLessThanOrEqualTo(slowly(other) + 1e-6);
    }
  }

  /** The device-seconds that a change costs by the definition. */
  private static double slowly(Job job) {
    double lost = job.pause().toMillis() / 1e3;
    if (job.spec().rescaleMode() == RescaleMode.CHECKPOINT) {
      double made = job.progress().stepsAt(NOW) - job.progress().saved();
      lost += made / job.progress().stepsPerSecond();
    }
    return lost * job.allocation().workers();
  }

  private static List<Job> jobs(RandomGenerator random) {
    var jobs = new ArrayList<Job>();
    int left = GPUS;
    for (int number = 0; left > 0 && number < 8; number++) {
      int workers = Math.min(left, random.nextInt(1, 10));
      left -= workers;
      jobs.add(job(number, workers, random));
    }
    jobs.sort(Comparator.comparingLong(Job::arrival));
    return jobs;
  }

  private static Job job(int number, int workers, RandomGenerator random) {
    JobSpec spec =
        JobSpec.of(
                new JobId("job-" + number),
                Demand.perWorker(Resources.gpus(1)),
                Bounds.workers(1, 20),
                Work.steps(1e6))
            .withRequest(Size.workers(1))
            .withQueue("blue", random.nextInt(2))
            .withRescaleMode(random.nextBoolean() ? RescaleMode.HOT : RescaleMode.CHECKPOINT);
    double rate = random.nextDouble(0.5, 4);
    double since = random.nextInt(4) * 100;
    return Job.submitted(
            spec, number, Instant.EPOCH, where -> rate, Duration.ofSeconds(random.nextInt(20)))
        .withAllocation(
            Allocation.on(new NodeId("node-0"), Size.workers(workers)),
            JobState.RUNNING,
            new Progress(NOW.minusSeconds(50), 5_000, rate, 5_000 - since, 0, workers),
            NOW);
  }
}
