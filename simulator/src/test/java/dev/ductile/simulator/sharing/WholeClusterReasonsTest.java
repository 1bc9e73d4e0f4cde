package dev.ductile.simulator.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.ClusterSettings;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.Queue;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Sharing;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import dev.ductile.policies.placements.Consolidated;
import dev.ductile.scenario.Catalog;
import dev.ductile.scheduler.sharing.DividedPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** A reason speaks of the cluster only if it means all of it, and not the part of a queue. */
final class WholeClusterReasonsTest {
  private static final Instant NOW = Instant.EPOCH.plusSeconds(1000);
  private static final int GPUS = 10;
  private static final List<Queue> QUEUES =
      List.of(Queue.sharing("blue", Sharing.weight(70)), Queue.sharing("red", Sharing.weight(30)));

  private static final int PICTURES = 60;

  @TestFactory
  List<DynamicTest> eachPolicySpeaksOfTheWholeCluster() {
    long seed = System.nanoTime();
    var tests = new ArrayList<DynamicTest>();
    for (PolicyProvider<?> provider : ServiceLoader.load(PolicyProvider.class)) {
      tests.add(DynamicTest.dynamicTest(provider.profile().name(), () -> check(provider, seed)));
    }
    return tests;
  }

  private static void check(PolicyProvider<?> provider, long first) {
    for (long seed = first; seed < first + PICTURES; seed++) {
      List<Job> jobs = jobs(new SplittableRandom(seed));
      Cluster cluster =
          Cluster.of(NOW, Nodes.uniform(1, Resources.gpus(GPUS)), jobs)
              .withSettings(new ClusterSettings(Optional.empty(), QUEUES, Map.of()));
      Plan plan = new DividedPolicy(made(provider)).decide(cluster);
      for (Job job : jobs) {
        require(job, plan.reasons().why(job), seed);
      }
    }
  }

  private static void require(Job job, Reason reason, long seed) {
    int least = job.spec().bounds().least().workers();
    String story = "seed %d, %s: %s".formatted(seed, job.id(), reason.sentence());
    assertThat(reason.kind() == Reason.Kind.INFEASIBLE).as(story).isEqualTo(least > GPUS);
    assertThat(reason.sentence()).as(story).doesNotContain("do not fit", "cluster cannot hold");
    if (reason.sentence().contains("the cluster has")) {
      assertThat(reason.sentence()).as(story).contains("the cluster has 10 gpu");
      assertThat(least).as(story).isGreaterThan(GPUS);
    }
  }

  /** Running jobs in both queues, and waiting ones of all sizes up to more than the cluster has. */
  private static List<Job> jobs(SplittableRandom random) {
    var jobs = new ArrayList<Job>();
    int free = GPUS;
    while (free > 0 && random.nextInt(8) > 0) {
      int held = random.nextInt(1, free + 1);
      jobs.add(job(jobs.size(), random, random.nextInt(1, held + 1), held));
      free -= held;
    }
    for (int waiting = random.nextInt(1, 5); waiting > 0; waiting--) {
      jobs.add(job(jobs.size(), random, random.nextInt(1, GPUS + 3), 0));
    }
    return jobs;
  }

  private static Job job(int number, SplittableRandom random, int least, int held) {
    JobSpec spec =
        JobSpec.of(
                new JobId("job-" + number),
                Demand.perWorker(Resources.gpus(1)),
                Bounds.workers(least, 20),
                Work.steps(1e6))
            .withQueue(random.nextBoolean() ? "blue" : "red", random.nextInt(2));
    Job job = Job.submitted(spec, number, NOW, Allocation::workers, Duration.ofSeconds(9));
    Allocation on = Allocation.on(new NodeId("node-0"), Size.workers(Math.max(1, held)));
    return held == 0
        ? job
        : job.withAllocation(on, JobState.RUNNING, job.progress().change(NOW, held, held), NOW);
  }

  private static <S extends Record> Policy made(PolicyProvider<S> provider) {
    return provider.create(
        provider.defaults(),
        new PolicyContext(
            new Consolidated(),
            new Seed(1).child("policy"),
            Catalog.installed(),
            Optional.empty()));
  }
}
