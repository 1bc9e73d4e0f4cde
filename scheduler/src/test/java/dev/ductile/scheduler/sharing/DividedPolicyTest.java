package dev.ductile.scheduler.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.ClusterSettings;
import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Gang;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Plan;
import dev.ductile.api.Progress;
import dev.ductile.api.Queue;
import dev.ductile.api.Reason;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Resources;
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
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A node of 10 GPUs and the queues blue (70) and red (30), under a policy that fills its part. */
class DividedPolicyTest {
  private static final Instant NOW = Instant.EPOCH.plusSeconds(1000);
  private static final NodeId NODE = new NodeId("node-0");

  private final List<Job> jobs = new ArrayList<>();
  private List<Queue> queues =
      List.of(Queue.sharing("blue", Sharing.weight(70)), Queue.sharing("red", Sharing.weight(30)));

  @Test
  void idleQueuesLendTheirShare() {
    elastic("a", "blue", 0);

    assertThat(gpus()).containsEntry("a", 10);
  }

  @Test
  void aBorrowedShareIsBackInOneDecision() {
    elastic("a", "blue", 10);
    elastic("b", "red", 0);

    assertThat(gpus()).containsEntry("a", 7).containsEntry("b", 3);
    assertThat(reason("a").kind()).isEqualTo(Reason.Kind.SHRUNK);
    assertThat(reason("a").sentence())
        .startsWith(
            "gives resources back, because queue blue held more than its share of 7 gpu, and loses 9 s"
                + " of 10 devices; ");
  }

  /** Blue takes 9 GPUs of its share of 9.72, and one is left. The share of green is 0.28. */
  @Test
  void aQueueWhoseShareIsLessThanATaskIsTheFirstThatIsOfferedTheRest() {
    queues =
        List.of(
            Queue.sharing("blue", Sharing.weight(70)), Queue.sharing("green", Sharing.weight(2)));
    elastic("a", "blue", 6);
    add("c", "green", 0, spec -> spec.fixedAt(Size.workers(1)));

    assertThat(gpus()).containsEntry("c", 1).containsEntry("a", 9);
  }

  /** The shares are 6.67 and 3.33. */
  @Test
  void theReasonNamesTheShareThatWasRounded() {
    queues =
        List.of(Queue.sharing("blue", Sharing.weight(2)), Queue.sharing("red", Sharing.weight(1)));
    elastic("a", "blue", 6);
    elastic("b", "red", 4);

    assertThat(gpus()).containsEntry("a", 7).containsEntry("b", 3);
    assertThat(reason("b").sentence())
        .startsWith("gives resources back, because queue red held more than its share of 3.33 gpu");
  }

  @Test
  void onlyWhatIsUsedIsTakenBack() {
    elastic("a", "blue", 10);
    add("b", "red", 0, spec -> spec.withBounds(Bounds.workers(1, 1), Size.workers(1)));

    assertThat(gpus()).containsEntry("a", 9).containsEntry("b", 1);
  }

  @Test
  void aHotJobGivesBackBeforeAJobThatStopsForIt() {
    elastic("a", "blue", 5);
    add("hot", "blue", 5, spec -> spec.withRescaleMode(RescaleMode.HOT));
    elastic("b", "red", 0);

    assertThat(reason("hot").sentence()).startsWith("gives resources back");
    assertThat(reason("a").sentence()).doesNotStartWith("gives resources back");
  }

  /** Both jobs train one step a second on each of 5 GPUs, and pause for 9 s. */
  @Test
  void theJobWithTheLatestCheckpointGivesBack() {
    elastic("a", "blue", 5);
    elastic("saved", "blue", 5);
    save("a", 240);
    save("saved", 3);
    elastic("b", "red", 0);

    assertThat(gpus()).containsEntry("a", 5).containsEntry("saved", 2).containsEntry("b", 3);
    assertThat(reason("saved").sentence())
        .startsWith(
            "gives resources back, because queue blue held more than its share of 7 gpu, and loses"
                + " 12 s of 5 devices; ");
    assertThat(reason("saved").values())
        .containsEntry("lostTime", 12.0)
        .containsEntry("lostDevices", 5L);
  }

  @Test
  void aJobWithMoreDevicesLosesMore() {
    elastic("wide", "blue", 6);
    elastic("narrow", "blue", 4);
    save("wide", 100);
    save("narrow", 120);
    elastic("b", "red", 0);

    assertThat(gpus()).containsEntry("wide", 6).containsEntry("narrow", 1).containsEntry("b", 3);
  }

  @Test
  void jobsShrinkBeforeAnyStops() {
    elastic("a", "blue", 4);
    rigid("b", "blue", 6);
    elastic("c", "red", 0);

    assertThat(gpus()).containsEntry("b", 6).containsEntry("a", 1).containsEntry("c", 3);
  }

  @Test
  void aProtectedJobKeepsWhatItHolds() {
    elastic("a", "blue", 10);
    jobs.set(
        0,
        jobs.getFirst()
            .withAllocation(
                jobs.getFirst().allocation(),
                JobState.RUNNING,
                jobs.getFirst().progress(),
                NOW.plusSeconds(60)));
    elastic("b", "red", 0);

    Decision decision = decide();
    assertThat(decision.violations()).isEmpty();
    assertThat(decision.plan().grants()).isEmpty();
    assertThat(reason("b").sentence())
        .isEqualTo(
            "waits: needs 1 gpu at its least size of 1, and queue red has nothing of its share of 3 gpu");
    assertThat(reason("b").kind()).isEqualTo(Reason.Kind.OVER_SHARE);
  }

  @Test
  void aGangStartsWholeInsideTheShareOfItsQueue() {
    elastic("a", "blue", 10);
    gang("one", "red", 2);
    gang("two", "red", 1);

    assertThat(gpus()).containsEntry("one", 2).containsEntry("two", 1).containsEntry("a", 7);
  }

  @Test
  void aGangLargerThanTheShareWaits() {
    elastic("a", "blue", 10);
    gang("one", "red", 2);
    gang("two", "red", 2);

    assertThat(gpus()).containsEntry("a", 10).doesNotContainKeys("one", "two");
  }

  @Test
  void theGuaranteeOfAQueueComesBeforeWeights() {
    queues =
        List.of(
            Queue.sharing("blue", Sharing.weight(70)),
            Queue.sharing("red", new Sharing(Resources.gpus(6), 1, true, Optional.empty())));
    elastic("a", "blue", 10);
    elastic("b", "red", 0);

    assertThat(gpus()).containsEntry("a", 4).containsEntry("b", 6);
  }

  @Test
  void aQueueThatDoesNotBorrowLeavesResourcesFree() {
    queues =
        List.of(Queue.sharing("blue", Sharing.guaranteed(Resources.gpus(4)).withoutBorrowing()));
    elastic("a", "blue", 0);

    assertThat(gpus()).containsEntry("a", 4);
  }

  @Test
  void jobsOfOneOwnerStayWithinItsQuota() {
    queues = List.of(Queue.sharing("blue", Sharing.EQUAL).withUserQuota(Resources.gpus(3)));
    add("a", "blue", 0, spec -> spec.withOwner("ada"));
    add("b", "blue", 0, spec -> spec.withOwner("grace"));

    assertThat(gpus()).containsEntry("a", 3).containsEntry("b", 3);
  }

  @Test
  void aJobOfHighPriorityTakesWhatLowPriorityHoldsBeyondItsLeast() {
    elastic("a", "blue", 10);
    add("urgent", "blue", 0, spec -> spec.withQueue("blue", 5));

    assertThat(gpus()).containsEntry("urgent", 9).containsEntry("a", 1);
  }

  @Test
  void aQueueWithoutSettingsHasWeightOne() {
    queues = List.of(Queue.sharing("blue", Sharing.weight(4)));
    elastic("a", "blue", 0);
    elastic("b", "other", 0);

    assertThat(gpus()).containsEntry("a", 8).containsEntry("b", 2);
  }

  @Test
  void queuesWithQuotasOnlyAreNotDivided() {
    queues = List.of(new Queue("blue", Resources.gpus(20)));
    elastic("a", "blue", 0);
    elastic("b", "red", 0);

    assertThat(gpus()).containsEntry("a", 10).doesNotContainKey("b");
  }

  @Test
  void aSharedClusterWithoutNodesGivesNothing() {
    elastic("a", "blue", 0);
    Cluster empty =
        Cluster.of(NOW, Nodes.NONE, jobs)
            .withSettings(new ClusterSettings(Optional.empty(), queues, Map.of()));

    assertThat(Decision.of(empty, DividedPolicyTest::nothing).plan().grants()).isEmpty();
  }

  private static Plan nothing(Cluster cluster) {
    return Plan.of(List.of(), _ -> Reason.of(Reason.Kind.INFEASIBLE, "waits"));
  }

  private void elastic(String name, String queue, int held) {
    add(name, queue, held, spec -> spec);
  }

  private void rigid(String name, String queue, int held) {
    add(name, queue, held, spec -> spec.fixedAt(Size.workers(held)));
  }

  private void gang(String name, String queue, int workers) {
    add(name, queue, 0, spec -> spec.fixedAt(Size.workers(workers)).withGang(new Gang("team", 2)));
  }

  private void add(String name, String queue, int held, UnaryOperator<JobSpec> changes) {
    JobSpec spec =
        JobSpec.of(
                new JobId(name),
                Demand.perWorker(Resources.gpus(1)),
                Bounds.workers(1, 20),
                Work.steps(1e6))
            .withQueue(queue, 0);
    Job job =
        Job.submitted(
            changes.apply(spec), jobs.size(), NOW, where -> where.workers(), Duration.ofSeconds(9));
    Allocation on = Allocation.on(NODE, Size.workers(Math.max(1, held)));
    jobs.add(
        held == 0
            ? job
            : job.withAllocation(
                on, JobState.RUNNING, job.progress().change(NOW, held, held), NOW));
  }

  /** The job has written its last checkpoint so many seconds ago. */
  private void save(String name, double secondsAgo) {
    jobs.replaceAll(job ->
        job.id().name().equals(name)
            ? job.with(
                new Progress(
                    NOW,
                    10_000,
                    job.allocation().workers(),
                    10_000 - secondsAgo * job.allocation().workers(),
                    0,
                    job.allocation().workers()))
            : job);
  }

  private Decision decide() {
    Cluster cluster =
        Cluster.of(NOW, Nodes.uniform(1, Resources.gpus(10)), jobs)
            .withSettings(new ClusterSettings(Optional.empty(), queues, Map.of()));
    return Decision.of(cluster, DividedPolicyTest::fill);
  }

  private Map<String, Integer> gpus() {
    Decision decision = decide();
    assertThat(decision.violations()).isEmpty();
    var gpus = new TreeMap<String, Integer>();
    decision
        .plan()
        .grants()
        .forEach(grant -> gpus.put(grant.job().id().name(), grant.allocation().workers()));
    return gpus;
  }

  private Reason reason(String name) {
    Decision decision = decide();
    return decision.cluster().jobs().stream()
        .filter(job -> job.id().name().equals(name))
        .map(job -> decision.plan().reasons().why(job))
        .findFirst()
        .orElseThrow();
  }

  /** Keeps running jobs, and gives each job in turn as much as fits. */
  private static Plan fill(Cluster cluster) {
    FreeCapacity free = cluster.left();
    var grants = new ArrayList<Grant>();
    for (Job job : cluster.jobs()) {
      if (job.isProtected(cluster.now())) {
        continue;
      }
      int room = 0;
      if (cluster.nodes().count() > 0) {
        var task = free.worker(job.spec().demand());
        room = task.isUnknown() ? 0 : free.room(0, task, 100);
      }
      int most = job.allocation().workers() + room;
      Size size = job.spec().bounds().atMost(Size.workers(most));
      if (size.workers() <= most) {
        Allocation to = Allocation.on(NODE, size);
        free.give(job.allocation(), job.spec().demand());
        free.take(to, job.spec().demand());
        grants.add(new Grant(job, to));
      }
    }
    return Plan.of(grants, job -> why(job, grants));
  }

  private static Reason why(Job job, List<Grant> grants) {
    return grants.stream()
        .filter(grant -> grant.job().id().equals(job.id()))
        .findFirst()
        .map(grant ->
            Reason.of(
                Reason.Kind.of(job, grant.allocation()), "has {size}", grant.allocation().size()))
        .orElseGet(() -> Reason.of(Reason.Kind.WAITING_FOR_CAPACITY, "waits"));
  }
}
