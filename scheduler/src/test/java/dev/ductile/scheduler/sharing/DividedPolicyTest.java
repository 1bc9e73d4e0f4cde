package dev.ductile.scheduler.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.ClusterSettings;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Nodes;
import dev.ductile.api.Plan;
import dev.ductile.api.Queue;
import dev.ductile.api.Reason;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Resources;
import dev.ductile.api.Sharing;
import dev.ductile.api.Size;
import dev.ductile.scheduler.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Sizes that a divided cluster gives to its queues. */
class DividedPolicyTest extends SharedNode {
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

  @Test
  void ofEqualLossesTheJobWithTheLeastServiceGivesBack() {
    elastic("young", "blue", 5);
    elastic("old", "blue", 5);
    serve("young", 100);
    serve("old", 5000);
    elastic("b", "red", 0);

    assertThat(gpus()).containsEntry("young", 2).containsEntry("old", 5).containsEntry("b", 3);
  }

  /** Both jobs train one step a second on each of 5 GPUs, and pause for 9 s. */
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

  /** Blue may hold 6 GPUs and holds 5, of which 4 can shrink. */
  @Test
  void jobsOfAQueueShrinkForItsWaitingJobsInsideItsQuota() {
    queues = List.of(Queue.sharing("blue", Sharing.EQUAL).withQuota(Resources.gpus(6)));
    elastic("a", "blue", 5);
    add("b", "blue", 0, spec -> spec.fixedAt(Size.workers(4)));
    add("c", "blue", 0, spec -> spec.fixedAt(Size.workers(2)));

    assertThat(gpus(DividedPolicyTest::leastSizes)).isEqualTo(Map.of("a", 1, "b", 4));
  }

  /** Seven GPUs are free, and blue may use one of them. */
  @Test
  void aJobOfHighPriorityTakesTheQuotaOfLowPriority() {
    queues = List.of(Queue.sharing("blue", Sharing.EQUAL).withQuota(Resources.gpus(4)));
    elastic("a", "blue", 3);
    add("urgent", "blue", 0, spec -> spec.withQueue("blue", 5));

    assertThat(gpus()).isEqualTo(Map.of("a", 1, "urgent", 3));
  }

  /** Blue uses 4 of the 5 GPUs of its share. Red would give up one for which blue has shrunk. */
  @Test
  void aQueueThatIsOfferedTheRestHoldsNoLess() {
    queues =
        List.of(Queue.sharing("blue", Sharing.weight(1)), Queue.sharing("red", Sharing.weight(1)));
    elastic("a", "blue", 8);
    elastic("b", "red", 0);

    assertThat(gpus(DividedPolicyTest::powersOfTwo)).isEqualTo(Map.of("a", 4, "b", 5));
  }

  /** Gives the only job of the queue a power of two, or all of an odd number of GPUs below 6. */
  private static Plan powersOfTwo(Cluster cluster) {
    int gpus = (int) cluster.nodes().total().amount(Resources.GPU);
    Job job = cluster.jobs().iterator().next();
    int workers =
        job.id().name().equals("b") && gpus < 6 ? gpus : Integer.highestOneBit(Math.max(1, gpus));
    return Plan.of(
        List.of(new Grant(job, Allocation.on(NODE, Size.workers(workers)))),
        _ -> Reason.of(Reason.Kind.GROWN, "grows"));
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

  /** Gives each job its least size in turn, as long as the part of the queue holds it. */
  private static Plan leastSizes(Cluster cluster) {
    var grants = new ArrayList<Grant>();
    double left = cluster.nodes().total().amount(Resources.GPU);
    for (Job job : cluster.jobs()) {
      Size least = job.spec().bounds().least();
      if (least.workers() <= left) {
        left -= least.workers();
        grants.add(new Grant(job, Allocation.on(NODE, least)));
      }
    }
    return Plan.of(grants, _ -> Reason.of(Reason.Kind.WAITING_FOR_CAPACITY, "waits"));
  }

  private static Plan nothing(Cluster cluster) {
    return Plan.of(List.of(), _ -> Reason.of(Reason.Kind.INFEASIBLE, "waits"));
  }
}
