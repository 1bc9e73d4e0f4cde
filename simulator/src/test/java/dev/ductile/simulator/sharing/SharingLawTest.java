package dev.ductile.simulator.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.ClusterSettings;
import dev.ductile.api.Demand;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.Nodes;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import dev.ductile.api.Roster;
import dev.ductile.api.Seed;
import dev.ductile.api.Sharing;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import dev.ductile.policies.placements.Consolidated;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scheduler.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Shared clusters of elastic jobs with workers of one GPU, over random histories. Each queue has,
 * up to one GPU for each queue, what a division GPU by GPU gives it.
 */
@Tag("seeds")
class SharingLawTest {
  private static final int SEEDS = 20 * Integer.getInteger("ductile.seedFactor", 1);
  private static final int STEPS = 12;
  private static final int MOST_DECISIONS = 12;
  private static final List<String> NAMES = List.of("blue", "green", "red");
  private static final List<String> POLICIES = List.of("max-min", "marginal", "doubling", "fifo");

  /** Policies of gains, such as marginal, may in rare cases give a GPU away and want it back. */
  private static final List<String> RESTING = List.of("max-min", "fifo");

  private final Catalog catalog = Catalog.installed();

  @Test
  void eachQueueHasItsShareAfterEveryDecision() {
    for (long seed = 0; seed < SEEDS; seed++) {
      var history = new History(seed, 1, policy("max-min"));
      for (int step = 0; step < STEPS; step++) {
        String at = "seed %d, step %d".formatted(seed, step);
        Map<String, Integer> expected = history.dividedGpuByGpu();
        Map<String, Integer> held = history.decide();
        for (String queue : NAMES) {
          assertThat(held.getOrDefault(queue, 0))
              .as("%s, queue %s of %s", at, queue, history.queues)
              .isCloseTo(expected.getOrDefault(queue, 0), within(NAMES.size()));
        }
        assertThat(sum(held)).as(at).isEqualTo(sum(expected));
        history.proceed();
      }
    }
  }

  @Test
  void noQueueEverExceedsItsQuotaOrTheGuaranteeBeyondWhichItDoesNotBorrow() {
    for (String policy : POLICIES) {
      for (long seed = 0; seed < SEEDS; seed++) {
        var history = new History(seed, 6, policy(policy));
        for (int step = 0; step < STEPS; step++) {
          Map<String, Integer> held = history.decide();
          for (Queue queue : history.queues) {
            assertThat(held.getOrDefault(queue.name(), 0))
                .as("%s, seed %d, step %d, %s", policy, seed, step, queue)
                .isLessThanOrEqualTo(History.most(queue));
          }
          history.proceed();
        }
      }
    }
  }

  @Test
  void aDecisionOnAnUnchangedClusterChangesNothing() {
    for (long seed = 0; seed < SEEDS; seed++) {
      var history = new History(seed, 1, policy("max-min"));
      for (int step = 0; step < STEPS; step++) {
        history.decide();
        Roster before = history.jobs;
        history.decide();
        for (Job job : before) {
          assertThat(history.jobs.at(job.arrival()).orElseThrow().allocation())
              .as("seed %d, step %d, %s", seed, step, job.id())
              .isEqualTo(job.allocation());
        }
        history.proceed();
      }
    }
  }

  /** Owners have quotas, jobs have priorities, and some jobs are rigid. */
  @Test
  void decisionsOnAnUnchangedClusterComeToRest() {
    for (String policy : RESTING) {
      for (long seed = 0; seed < SEEDS; seed++) {
        var history = History.varied(seed, policy(policy));
        for (int step = 0; step < STEPS; step++) {
          int decisions = 0;
          Roster before = Roster.EMPTY;
          while (!History.allocations(before).equals(History.allocations(history.jobs))) {
            assertThat(++decisions)
                .as("%s, seed %d, step %d", policy, seed, step)
                .isLessThan(MOST_DECISIONS);
            before = history.jobs;
            history.decide();
          }
          history.proceed();
        }
      }
    }
  }

  private Policy policy(String name) {
    return catalog.policy(Choice.named(name), new Consolidated(), new Seed(1));
  }

  private static int sum(Map<String, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** A random cluster whose jobs arrive, change and end. */
  private static final class History {
    private static final Instant START = Instant.EPOCH;

    private final RandomGenerator random;
    private final Policy policy;
    private final boolean isVaried;
    private final Nodes nodes;
    private final List<Queue> queues = new ArrayList<>();
    private Roster jobs = Roster.EMPTY;
    private long arrivals;
    private Instant now = START;

    History(long seed, int mostNodes, Policy policy) {
      this(seed, mostNodes, policy, false);
    }

    static History varied(long seed, Policy policy) {
      return new History(seed, 6, policy, true);
    }

    private History(long seed, int mostNodes, Policy policy, boolean isVaried) {
      this.isVaried = isVaried;
      this.random = new Seed(seed).stream("history");
      this.policy = policy;
      this.nodes = Nodes.uniform(between(1, mostNodes), Resources.gpus(between(1, 48 / mostNodes)));
      NAMES.forEach(name -> queues.add(queue(name)));
      proceed();
    }

    private int between(int least, int most) {
      return least + random.nextInt(most - least + 1);
    }

    private Queue queue(String name) {
      int total = (int) nodes.total().amount(Resources.GPU);
      int guaranteed = random.nextBoolean() ? between(0, total / 3) : 0;
      boolean borrows = guaranteed == 0 || random.nextInt(4) > 0;
      Queue queue =
          Queue.sharing(
              name,
              new Sharing(Resources.gpus(guaranteed), between(1, 9), borrows, Optional.empty()));
      if (isVaried && random.nextBoolean()) {
        queue = queue.withUserQuota(Resources.gpus(between(1, total)));
      }
      return random.nextInt(3) == 0
          ? queue.withQuota(Resources.gpus(Math.max(1, Math.max(guaranteed, between(1, total)))))
          : queue;
    }

    static int most(Queue queue) {
      int most =
          queue.quota().isNone() ? Integer.MAX_VALUE : (int) queue.quota().amount(Resources.GPU);
      return queue.sharing().orElseThrow().borrows() ? most : Math.min(most, guaranteed(queue));
    }

    private static int guaranteed(Queue queue) {
      return (int) queue.sharing().orElseThrow().guaranteed().amount(Resources.GPU);
    }

    void proceed() {
      now = now.plusSeconds(between(1, 100));
      for (Job job : List.copyOf(jobs)) {
        jobs = random.nextInt(4) == 0 ? jobs.without(job.arrival()) : jobs;
      }
      for (int count = between(0, 4); count > 0; count--) {
        jobs = jobs.with(submitted());
      }
    }

    private Job submitted() {
      var spec =
          JobSpec.of(
                  new JobId("job-" + arrivals),
                  Demand.perWorker(Resources.gpus(1)),
                  Bounds.workers(1, between(1, 12)),
                  Work.steps(1e6))
              .withQueue(NAMES.get(random.nextInt(NAMES.size())), 0);
      return Job.submitted(
          isVaried ? varied(spec) : spec,
          arrivals++,
          now,
          where -> Math.sqrt(where.workers()),
          Duration.ZERO);
    }

    private JobSpec varied(JobSpec spec) {
      JobSpec owned =
          spec.withOwner("owner-" + between(0, 2)).withQueue(spec.queue(), between(0, 2));
      return random.nextBoolean() ? owned.fixedAt(Size.workers(between(1, 6))) : owned;
    }

    static Map<Long, Allocation> allocations(Roster jobs) {
      Map<Long, Allocation> allocations = new HashMap<>();
      jobs.forEach(job -> allocations.put(job.arrival(), job.allocation()));
      return allocations;
    }

    private Cluster picture() {
      return Cluster.of(now, nodes, jobs)
          .withSettings(new ClusterSettings(Optional.empty(), queues, Map.of()));
    }

    /** Carries out a decision; the GPUs of each queue after it. */
    Map<String, Integer> decide() {
      Decision decision = Decision.of(picture(), policy);
      assertThat(decision.violations()).isEmpty();
      apply(decision.plan());
      Map<String, Integer> held = new HashMap<>();
      jobs.forEach(job -> held.merge(job.spec().queue(), job.allocation().workers(), Integer::sum));
      return held;
    }

    private void apply(Plan plan) {
      Map<Long, Allocation> granted = new HashMap<>();
      for (Grant grant : plan.grants()) {
        granted.put(grant.job().arrival(), grant.allocation());
      }
      for (Job job : List.copyOf(jobs)) {
        Allocation to = granted.getOrDefault(job.arrival(), Allocation.NONE);
        jobs =
            jobs.with(
                job.withAllocation(
                    to,
                    to.isNone() ? JobState.QUEUED : JobState.RUNNING,
                    job.progress().change(now, job.speed().stepsPerSecond(to), to.workers()),
                    now));
      }
    }

    /** Guaranteed GPUs first, and then each to the queue with the least beyond them by weight. */
    Map<String, Integer> dividedGpuByGpu() {
      Map<String, Integer> wanted = new HashMap<>();
      jobs.forEach(job ->
          wanted.merge(job.spec().queue(), job.spec().bounds().workers().most(), Integer::sum));
      Map<String, Integer> divided = new HashMap<>();
      int left = (int) nodes.total().amount(Resources.GPU);
      for (Queue queue : queues) {
        int most = Math.min(most(queue), wanted.getOrDefault(queue.name(), 0));
        wanted.put(queue.name(), most);
        int first = Math.min(guaranteed(queue), most);
        divided.put(queue.name(), first);
        left -= first;
      }
      Optional<Queue> next = next(divided, wanted);
      while (left > 0 && next.isPresent()) {
        next.ifPresent(queue -> divided.merge(queue.name(), 1, Integer::sum));
        left--;
        next = next(divided, wanted);
      }
      return divided;
    }

    private static int of(Queue queue, Map<String, Integer> gpus) {
      return gpus.getOrDefault(queue.name(), 0);
    }

    private Optional<Queue> next(Map<String, Integer> divided, Map<String, Integer> wanted) {
      return queues.stream()
          .filter(queue -> of(queue, divided) < of(queue, wanted))
          .min(
              Comparator.comparingDouble(queue ->
                  (of(queue, divided) + 1 - Math.min(guaranteed(queue), of(queue, wanted)))
                      / queue.sharing().orElseThrow().weight()));
    }
  }
}
