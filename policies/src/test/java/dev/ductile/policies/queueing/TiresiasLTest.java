package dev.ductile.policies.queueing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobState;
import dev.ductile.api.Nodes;
import dev.ductile.api.Notebook;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Progress;
import dev.ductile.api.Resources;
import dev.ductile.api.Roster;
import dev.ductile.api.Seed;
import dev.ductile.laws.RandomCluster;
import dev.ductile.policies.Sketch;
import dev.ductile.policies.classic.TiresiasL;
import dev.ductile.policies.placements.Pooled;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The queues of Tiresias (NSDI 2019, section 3.2) against queues that are plain lists. */
final class TiresiasLTest {
  private static final int SEEDS = 10 * Integer.getInteger("ductile.seedFactor", 1);
  private static final Notebook<QueueLevel> NOTEBOOK =
      new Notebook<>("tiresias-l", QueueLevel.class);
  private static final List<Double> LIMITS = List.of(3250.0, 7200.0);
  private static final int GPUS = 24;
  private static final Nodes NODES = Nodes.uniform(3, Resources.gpus(8));

  private Roster roster = Roster.EMPTY;
  private final List<List<Listed>> queues =
      IntStream.rangeClosed(0, LIMITS.size())
          .<List<Listed>>mapToObj(i -> new ArrayList<>())
          .toList();

  /** A job in a plain list. */
  private static final class Listed {
    private final long arrival;
    private final int gpus;
    private boolean runs;

    Listed(long arrival, int gpus) {
      this.arrival = arrival;
      this.gpus = gpus;
    }
  }

  @Test
  void notesGiveTheSameQueuesAsLists() {
    for (long seed = 0; seed < SEEDS; seed++) {
      roster = Roster.EMPTY;
      queues.forEach(List::clear);
      follow(new Seed(seed).stream("tiresias"), seed);
    }
  }

  private void follow(RandomGenerator random, long seed) {
    Policy policy =
        Sketch.policy(new TiresiasL(), new TiresiasL.Settings(LIMITS, false), new Pooled());
    Instant now = Sketch.NOW;
    long arrivals = 0;
    for (int step = 0; step < 250; step++) {
      for (int i = random.nextInt(3); i > 0; i--) {
        arrive(arrivals++, random.nextInt(1, 13), now);
      }
      leaveOrCrash(random, now);
      Cluster picture = Cluster.of(now, NODES, roster);
      Plan plan = policy.decide(picture);
      decide(now);
      assertThat(plan.violations(picture)).isEmpty();
      apply(plan, now);
      assertThat(queuesByNote()).as("seed %d, step %d", seed, step).isEqualTo(queuesByList());
      assertThat(plan.reconsider().orElse(Instant.MAX))
          .as("seed %d, step %d", seed, step)
          .isEqualTo(nextDemotion(now));
      Instant next = now.plusMillis(random.nextInt(1, 900_000));
      boolean waitsForDemotion = random.nextBoolean() && plan.reconsider().isPresent();
      now = waitsForDemotion ? plan.reconsider().orElse(next) : next;
    }
  }

  private void arrive(long arrival, int gpus, Instant now) {
    roster =
        roster.with(
            Job.submitted(
                Sketch.spec("job-" + arrival, gpus, 1e9),
                arrival,
                now,
                where -> where.isNone() ? 0 : 1,
                Duration.ZERO));
    queues.getFirst().add(new Listed(arrival, gpus));
  }

  private void leaveOrCrash(RandomGenerator random, Instant now) {
    for (List<Listed> queue : queues) {
      for (Listed listed : List.copyOf(queue)) {
        if (listed.runs && random.nextInt(12) == 0) {
          queue.remove(listed);
          roster = roster.without(listed.arrival);
        } else if (listed.runs && random.nextInt(20) == 0) {
          listed.runs = false;
          put(job(listed), Allocation.NONE, now);
        }
      }
    }
  }

  /** The decision by the lists. */
  private void decide(Instant now) {
    List<List<Listed>> before = queues.stream().map(List::copyOf).toList();
    for (int level = 0; level < LIMITS.size(); level++) {
      for (Listed listed :
          before.get(level).stream()
              .sorted(Comparator.comparingLong(job -> job.arrival))
              .toList()) {
        if (listed.runs && job(listed).serviceAt(now) >= LIMITS.get(level) - 1e-6) {
          queues.get(level).remove(listed);
          queues.get(level + 1).add(listed);
        }
      }
    }
    int free = GPUS;
    for (List<Listed> queue : queues) {
      for (Listed listed : queue) {
        listed.runs = listed.gpus <= free;
        free -= listed.runs ? listed.gpus : 0;
      }
      queue.sort(Comparator.comparing(listed -> !listed.runs));
    }
  }

  private void apply(Plan plan, Instant now) {
    Map<JobId, Allocation> granted = new HashMap<>();
    for (Grant grant : plan.grants()) {
      granted.put(grant.job().id(), grant.allocation());
    }
    for (Job job : List.copyOf(roster)) {
      put(RandomCluster.noted(job, plan), granted.getOrDefault(job.id(), Allocation.NONE), now);
    }
  }

  private void put(Job job, Allocation allocation, Instant now) {
    Progress progress =
        job.progress().change(now, allocation.isNone() ? 0 : 1, allocation.workers());
    JobState state = allocation.isNone() ? JobState.QUEUED : JobState.RUNNING;
    roster = roster.with(job.withAllocation(allocation, state, progress, now));
  }

  private List<List<String>> queuesByList() {
    return queues.stream()
        .map(queue ->
            queue.stream()
                .map(listed -> listed.arrival + (listed.runs ? " runs" : " waits"))
                .toList())
        .toList();
  }

  private static QueueLevel note(Job job) {
    return NOTEBOOK.read(job, QueueLevel.NEW);
  }

  private List<List<String>> queuesByNote() {
    return IntStream.rangeClosed(0, LIMITS.size())
        .mapToObj(level ->
            roster.stream()
                .filter(job -> note(job).level() == level)
                .sorted(
                    Comparator.comparingLong((Job job) -> note(job).turn())
                        .thenComparingLong(Job::arrival))
                .map(job -> job.arrival() + (job.holdsResources() ? " runs" : " waits"))
                .toList())
        .toList();
  }

  /**
   * The time at which the first running job has run for as many whole seconds as its limit needs.
   */
  private Instant nextDemotion(Instant now) {
    Instant next = Instant.MAX;
    for (int level = 0; level < LIMITS.size(); level++) {
      for (Listed listed : queues.get(level)) {
        if (listed.runs) {
          double run = job(listed).serviceAt(now) / listed.gpus;
          double left = Math.ceil(LIMITS.get(level) / listed.gpus) - run;
          Instant at = QueuePolicy.later(now, left > 1e-6 ? left : 1).orElseThrow();
          next = at.isBefore(next) ? at : next;
        }
      }
    }
    return next;
  }

  private Job job(Listed listed) {
    return roster.at(listed.arrival).orElseThrow();
  }

  @Test
  void aJobWithoutANoteIsInTheQueueOfItsService() {
    Sketch sketch = Sketch.gpus(1, 8);
    Job served = sketch.job(Sketch.spec("served", 8, 100));
    sketch.add(served.with(new Progress(Sketch.NOW, 0, 0, 5000, 0))).waiting("new", 8, 100);
    assertThat(sketch.grants(Sketch.policy(new TiresiasL()))).containsOnlyKeys("new");
  }
}
