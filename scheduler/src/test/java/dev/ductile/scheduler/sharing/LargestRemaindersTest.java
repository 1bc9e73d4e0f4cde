package dev.ductile.scheduler.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.ClusterSettings;
import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Plan;
import dev.ductile.api.Queue;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Sharing;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import dev.ductile.scheduler.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Queues with one job each on one node, under a policy that gives each job as much as fits. */
class LargestRemaindersTest {
  private static final long SEEDS = 500L * Integer.getInteger("ductile.seedFactor", 1);
  private static final Instant NOW = Instant.EPOCH.plusSeconds(1000);
  private static final NodeId NODE = new NodeId("node-0");
  private static final double MARGIN = 0.25;

  /** The shares are 6.67 and 3.33: with 7 and 3, both queues hold nearer to them. */
  @Test
  void aTaskMovesToTheQueueWithTheLargerRemainder() {
    assertThat(Story.of(10, Claimant.of(2, 6), Claimant.of(1, 4)).next()).containsExactly(7, 3);
  }

  @Test
  void aBorrowedShareIsBackInOneDecisionUpToTheNearestTask() {
    assertThat(Story.of(10, Claimant.of(2, 0), Claimant.of(1, 10)).next()).containsExactly(7, 3);
  }

  @Test
  void fourDevicesAreSharedThreeToOneByWeightsOf70And30() {
    assertThat(Story.of(4, Claimant.of(70, 2), Claimant.of(30, 2)).next()).containsExactly(3, 1);
  }

  /** The shares are 6.5 and 3.5, so each queue may have the last task. */
  @Test
  void aTaskStaysWhereItIsIfTheRemaindersDoNotDecide() {
    assertThat(Story.of(10, Claimant.of(65, 6), Claimant.of(35, 4)).next()).containsExactly(6, 4);
    assertThat(Story.of(10, Claimant.of(65, 7), Claimant.of(35, 3)).next()).containsExactly(7, 3);
  }

  /** The share of the second queue is 0.2. */
  @Test
  void theLastTaskOfAQueueIsNotTakenForARemainder() {
    assertThat(Story.of(10, Claimant.of(98, 9), Claimant.of(2, 1)).next()).containsExactly(9, 1);
  }

  /** The share of the second queue is 0.8. */
  @Test
  void aQueueGetsItsFirstTaskFromOneThatKeepsSome() {
    assertThat(Story.of(10, Claimant.of(92, 10), Claimant.of(8, 0)).next()).containsExactly(9, 1);
  }

  @Test
  void aJobThatCannotGiveOneTaskKeepsAll() {
    Claimant rigid = new Claimant(1, 4, 4, 4);

    assertThat(Story.of(10, Claimant.of(2, 6), rigid).next()).containsExactly(6, 4);
  }

  @Test
  @Tag("seeds")
  void aDecisionBringsEachBusyQueueWithinATaskOfItsShare() {
    forSeeds(story -> {
      List<Integer> held = story.busy().next();
      for (int queue = 0; queue < held.size(); queue++) {
        assertThat(held.get(queue) - story.share(queue)).isBetween(-1.0, 1.0);
      }
    });
  }

  @Test
  @Tag("seeds")
  void noTaskStaysWithARemainderThatIsSmallerByMoreThanTheMargin() {
    forSeeds(story -> {
      List<Integer> held = story.busy().next();
      for (int with = 0; with < held.size(); with++) {
        for (int without = 0; without < held.size(); without++) {
          if (story.share(with) >= 1
              && held.get(with) > story.share(with)
              && held.get(without) < story.share(without)) {
            assertThat(remainder(story.share(without)) - remainder(story.share(with)))
                .as("queues %d and %d of %s", without, with, held)
                .isLessThanOrEqualTo(MARGIN + 1e-9);
          }
        }
      }
    });
  }

  @Test
  @Tag("seeds")
  void theNextDecisionMovesNothing() {
    forSeeds(story -> {
      List<Integer> held = story.next();
      assertThat(story.holding(held).next()).isEqualTo(held);
    });
  }

  @Test
  @Tag("seeds")
  void nothingIsFreeThatAJobCouldUse() {
    forSeeds(story -> {
      List<Integer> held = story.next();
      int used = held.stream().mapToInt(Integer::intValue).sum();
      for (int queue = 0; queue < held.size(); queue++) {
        Claimant claimant = story.claimants().get(queue);
        int next = held.get(queue) == 0 ? claimant.least() : held.get(queue) + 1;
        assertThat(next <= claimant.most() && used - held.get(queue) + next <= story.gpus())
            .as("queue %d could use more than %s", queue, held)
            .isFalse();
      }
    });
  }

  private static void forSeeds(Consumer<Story> law) {
    for (long seed = 0; seed < SEEDS; seed++) {
      Story story = Story.of(new Seed(seed).stream("whole tasks"));
      try {
        law.accept(story);
      } catch (AssertionError broken) {
        throw new AssertionError("seed %d, %s".formatted(seed, story), broken);
      }
    }
  }

  private static double remainder(double share) {
    return share - Math.floor(share);
  }

  /** A queue of this weight with one job of these bounds that holds a size. */
  private record Claimant(int weight, int least, int most, int held) {
    static Claimant of(int weight, int held) {
      return new Claimant(weight, 1, 100, held);
    }
  }

  private record Story(int gpus, List<Claimant> claimants) {
    static Story of(int gpus, Claimant... claimants) {
      return new Story(gpus, List.of(claimants));
    }

    static Story of(RandomGenerator random) {
      int queues = 2 + random.nextInt(4);
      int gpus = queues + random.nextInt(12);
      var claimants = new ArrayList<Claimant>();
      int left = gpus;
      for (int queue = 0; queue < queues; queue++) {
        int held = random.nextInt(left + 1);
        int most = random.nextInt(3) > 0 ? 100 : Math.max(1, held) + random.nextInt(3);
        claimants.add(new Claimant(1 + random.nextInt(100), 1, most, held));
        left -= held;
      }
      return new Story(gpus, List.copyOf(claimants));
    }

    /** The same queues, each of which could use the whole cluster. */
    Story busy() {
      return new Story(
          gpus,
          claimants.stream()
              .map(claimant -> Claimant.of(claimant.weight(), claimant.held()))
              .toList());
    }

    Story holding(List<Integer> held) {
      var next = new ArrayList<Claimant>();
      for (int queue = 0; queue < claimants.size(); queue++) {
        Claimant claimant = claimants.get(queue);
        next.add(
            new Claimant(claimant.weight(), claimant.least(), claimant.most(), held.get(queue)));
      }
      return new Story(gpus, List.copyOf(next));
    }

    /** The share of a queue if all are busy. */
    double share(int queue) {
      double sum = claimants.stream().mapToInt(Claimant::weight).sum();
      return gpus * claimants.get(queue).weight() / sum;
    }

    /** What the queues hold after a decision. */
    List<Integer> next() {
      var jobs = new ArrayList<Job>();
      var queues = new ArrayList<Queue>();
      for (int queue = 0; queue < claimants.size(); queue++) {
        queues.add(Queue.sharing("queue-" + queue, Sharing.weight(claimants.get(queue).weight())));
        jobs.add(job(queue));
      }
      Cluster cluster =
          Cluster.of(NOW, Nodes.uniform(1, Resources.gpus(gpus)), jobs)
              .withSettings(new ClusterSettings(Optional.empty(), queues, Map.of()));
      Decision decision = Decision.of(cluster, LargestRemaindersTest::fill);
      assertThat(decision.violations()).isEmpty();
      return jobs.stream().map(job -> workers(decision.plan(), job)).toList();
    }

    private static int workers(Plan plan, Job job) {
      return plan.grants().stream()
          .filter(grant -> grant.job().arrival() == job.arrival())
          .mapToInt(grant -> grant.allocation().workers())
          .sum();
    }

    private Job job(int queue) {
      Claimant claimant = claimants.get(queue);
      JobSpec spec =
          JobSpec.of(
                  new JobId("job-" + queue),
                  Demand.perWorker(Resources.gpus(1)),
                  Bounds.workers(claimant.least(), claimant.most()),
                  Work.steps(1e6))
              .withQueue("queue-" + queue, 0);
      Job job = Job.submitted(spec, queue, NOW, where -> where.workers(), Duration.ofSeconds(9));
      return claimant.held() == 0
          ? job
          : job.withAllocation(
              Allocation.on(NODE, Size.workers(claimant.held())),
              JobState.RUNNING,
              job.progress().change(NOW, claimant.held(), claimant.held()),
              NOW);
    }
  }

  private static Plan fill(Cluster cluster) {
    FreeCapacity free = cluster.left();
    var grants = new ArrayList<Grant>();
    for (Job job : cluster.jobs()) {
      Bounds bounds = job.spec().bounds();
      int room = free.room(0, free.worker(job.spec().demand()), 100);
      int most = job.allocation().workers() + Math.max(0, room);
      if (most >= bounds.least().workers()) {
        Allocation to = Allocation.on(NODE, bounds.atMost(Size.workers(most)));
        free.give(job.allocation(), job.spec().demand());
        free.take(to, job.spec().demand());
        grants.add(new Grant(job, to));
      }
    }
    return Plan.of(grants, _ -> Reason.of(Reason.Kind.WAITING_FOR_CAPACITY, "waits"));
  }
}
