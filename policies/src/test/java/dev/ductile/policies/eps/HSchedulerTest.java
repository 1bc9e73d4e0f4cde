package dev.ductile.policies.eps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobState;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Phase;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.policies.Sketch;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Algorithm 1 in both of its modes, on the figures of an independent calculation. */
final class HSchedulerTest {
  private final Policy policy = Sketch.policy(new HScheduler());

  @Test
  void theCaseStudyOfItsPaperTakesOneWorkerAndOneServer() {
    var cluster = new UnitCluster().requests(3, 3).runs("job1", 3, 3).submits("job2", 1, 1);

    assertThat(cluster.sizes(policy)).containsExactly(entry("job1", "2+2"), entry("job2", "1+1"));
    assertThat(cluster.reason(policy, "job1"))
        .isEqualTo(
            "SHRUNK: gets 2+2 (4 cpu, on 2 nodes): it had 3+3 and gives 1 worker and 1 server to job2");
    assertThat(cluster.reason(policy, "job2"))
        .isEqualTo(
            "STARTED: gets 1+1 (2 cpu, on 2 nodes): the free resources are short by 1 worker and 1 server; a job past early feedback gives 1 worker and 1 server");
  }

  @Test
  void equalJobsGiveEqually() {
    var cluster =
        new UnitCluster()
            .runs("A", 8, 4)
            .runs("B", 8, 4)
            .runs("C", 8, 4)
            .runs("D", 8, 4)
            .submits("E", 8, 4);

    assertThat(cluster.sizes(policy))
        .containsExactly(
            entry("A", "6+3"),
            entry("B", "6+3"),
            entry("C", "6+3"),
            entry("D", "6+3"),
            entry("E", "8+4"));
  }

  @Test
  void amongEqualsTheEarlierArrivalGivesFirst() {
    var cluster =
        new UnitCluster().runs("A", 5, 3).runs("B", 5, 3).runs("C", 5, 3).submits("D", 4, 2);

    assertThat(cluster.sizes(policy))
        .containsExactly(
            entry("A", "3+2"), entry("B", "4+2"), entry("C", "4+3"), entry("D", "4+2"));
  }

  @Test
  void roundingPartsDownTakesTwoTasksIfOneIsNeeded() {
    var cluster = new UnitCluster().runs("A", 8, 4).runs("B", 8, 4).free(11).submits("C", 8, 4);

    assertThat(cluster.sizes(policy))
        .containsExactly(entry("A", "7+3"), entry("B", "8+4"), entry("C", "8+4"));
  }

  @Test
  void noJobGivesATaskWithoutNeed() {
    var cluster =
        new UnitCluster().runs("A", 2, 2).runs("B", 2, 1).isWatched("C", 8, 4).submits("D", 4, 2);

    assertThat(cluster.sizes(policy))
        .containsExactly(entry("A", "2+2"), entry("B", "2+1"), entry("C", "8+4"));
    assertThat(cluster.reason(policy, "D"))
        .isEqualTo(
            "WAITING_FOR_CAPACITY: waits: the free resources are short by 4 workers and 2 servers; jobs past early feedback can give 2 workers and 1 server, which is 2 workers and 1 server too few, so no job gives any");
    assertThat(cluster.reason(policy, "C"))
        .isEqualTo(
            "KEPT: keeps 8+4 (12 cpu, on 4 nodes): it is in early feedback, so it neither gives nor gets tasks");
  }

  @Test
  void theLargestGiveFirstAndAreSortedOnce() {
    var cluster =
        new UnitCluster().runs("A", 4, 2).runs("B", 8, 4).runs("C", 6, 3).submits("D", 6, 3);

    assertThat(cluster.sizes(policy))
        .containsExactly(
            entry("A", "2+1"), entry("B", "6+3"), entry("C", "4+2"), entry("D", "6+3"));
  }

  @Test
  void aNumberAboveAMillionIsWrittenAsMoreThanAMillion() {
    Demand demand = Demand.perWorker(Resources.of(Resources.CPU, 1e-6));
    Job job = new Sketch(Nodes.NONE).job(Sketch.spec("a", demand, Bounds.workers(1, 1), 10));
    Sketch sketch =
        new Sketch(Nodes.uniform(1, Resources.of(Resources.CPU, 1e6)))
            .add(
                job.withAllocation(
                    Allocation.on(new NodeId("node-0"), Size.workers(1)),
                    JobState.RUNNING,
                    job.progress(),
                    Sketch.NOW));

    assertThat(sketch.reason(policy, "a"))
        .endsWith(
            "running jobs share more than a million workers, and it gets none: its bounds allow no more");
  }

  @Test
  void freeUnitsGoToTheSmallestJobsInOneRound() {
    var cluster = new UnitCluster().runs("A", 8, 4).runs("B", 6, 3).runs("C", 7, 4).free(6);

    assertThat(cluster.sizes(policy))
        .containsExactly(entry("A", "9+5"), entry("B", "7+4"), entry("C", "8+4"));
    assertThat(cluster.reason(policy, "C"))
        .isEqualTo(
            "GROWN: gets 8+4 (12 cpu, on 4 nodes): no job can start, so running jobs share 4 workers and 2 servers, the smallest first");
  }

  @Test
  void nothingIsAddedAtABudgetOfZero() {
    var cluster = new UnitCluster().runs("A", 8, 4).runs("B", 6, 3).free(1);

    assertThat(cluster.sizes(policy)).containsExactly(entry("A", "8+4"), entry("B", "6+3"));
    assertThat(cluster.plan(policy).reconsider()).isEmpty();
  }

  @Test
  void noJobGrowsWhileAnotherArrivesButSoonAfter() {
    var cluster = new UnitCluster().runs("A", 8, 4).free(20).submits("B", 8, 4);
    Plan plan = cluster.plan(policy);

    assertThat(cluster.sizes(policy)).containsExactly(entry("A", "8+4"), entry("B", "8+4"));
    assertThat(plan.reconsider()).contains(Sketch.NOW.plus(Duration.ofMinutes(1)));
  }

  @Test
  void jobsThatArriveTogetherHaveARoundEach() {
    var cluster =
        new UnitCluster().runs("A", 9, 9).submits("B", 2, 2).submits("C", 3, 3).submits("D", 9, 9);

    assertThat(cluster.sizes(policy))
        .containsExactly(entry("A", "4+4"), entry("B", "2+2"), entry("C", "3+3"));
    assertThat(cluster.reason(policy, "D")).contains("which is 6 workers and 6 servers too few");
    assertThat(cluster.reason(policy, "A"))
        .contains(
            "it had 9+9 and gives 2 workers and 2 servers to B, 3 workers and 3 servers to C");
  }

  @Test
  void aJobGivesNoTaskToALowerPriority() {
    var cluster = new UnitCluster().runs("A", 9, 9).submitsWithPriority("B", 2, 2, -1);

    assertThat(cluster.sizes(policy)).containsExactly(entry("A", "9+9"));
  }

  @Test
  void aJobPassesAWaitingOneOnlyWithSkip() {
    var strict = Sketch.policy(new HScheduler(), settings(OptionalInt.empty(), true, false, 0));
    var cluster = new UnitCluster().runs("A", 5, 5).submits("B", 5, 5).submits("C", 1, 1);

    assertThat(cluster.sizes(policy)).containsExactly(entry("A", "4+4"), entry("C", "1+1"));
    assertThat(cluster.sizes(strict)).containsExactly(entry("A", "5+5"));
    assertThat(cluster.reason(strict, "C"))
        .isEqualTo("BEHIND_IN_QUEUE: waits: an earlier job still waits, and no job may pass it");
  }

  @Test
  void aboveTheThresholdNoJobStartsAndRunningJobsGrow() {
    var capped = Sketch.policy(new HScheduler(), settings(OptionalInt.of(1), true, true, 0));
    var cluster = new UnitCluster().runs("A", 5, 5).runs("B", 5, 5).free(3).submits("C", 1, 1);

    assertThat(cluster.sizes(capped)).containsExactly(entry("A", "6+6"), entry("B", "6+5"));
    assertThat(cluster.reason(capped, "C"))
        .isEqualTo(
            "WAITING_FOR_CAPACITY: waits: 2 jobs are in the training phase; above 1, no job starts");
  }

  @Test
  void tasksThatAreKnownToSlowAJobDownAreNotAdded() {
    Speed falling = where -> 10.0 / where.size().tasks();
    var cluster =
        new UnitCluster()
            .runs("A", 2, 2, Phase.TRAINING, falling, 2.5, GrowthTrial.NONE)
            .runs("B", 3, 3)
            .free(6);

    assertThat(cluster.sizes(policy)).containsExactly(entry("A", "2+2"), entry("B", "4+4"));
    assertThat(cluster.reason(policy, "A"))
        .isEqualTo(
            "KEPT: keeps 2+2 (4 cpu, all on node-0): with 3 workers and 3 servers it would make 1.67 steps per second instead of 2.50");
    assertThat(Sketch.policy(new HScheduler(), settings(OptionalInt.empty(), false, true, 0)))
        .satisfies(careless -> assertThat(cluster.sizes(careless)).containsEntry("A", "3+3"));
  }

  @Test
  void tasksThatMeasurablySlowAJobDownAreTakenBackAndNotTriedAgain() {
    GrowthTrial onTrial = new GrowthTrial.Given(true, true, 3);
    var cluster =
        new UnitCluster().runs("A", 3, 3, Phase.TRAINING, Speed.UNKNOWN, 2.5, onTrial).free(4);
    Plan plan = cluster.plan(policy);

    assertThat(cluster.sizes(policy)).containsExactly(entry("A", "2+2"));
    assertThat(cluster.reason(policy, "A"))
        .endsWith(
            "with 3 workers and 3 servers it makes 2.50 steps per second; with fewer it made 3, so the added tasks are taken back");
    GrowthTrial refused = (GrowthTrial) plan.notes().getFirst().note();
    assertThat(
            new UnitCluster()
                .runs("A", 2, 2, Phase.TRAINING, Speed.UNKNOWN, 3, refused)
                .free(6)
                .sizes(policy))
        .containsExactly(entry("A", "2+2"));
  }

  @Test
  void tasksThatMeasurablyHelpStayAndMoreMayFollow() {
    GrowthTrial onTrial = new GrowthTrial.Given(true, true, 2);
    var cluster =
        new UnitCluster().runs("A", 3, 3, Phase.TRAINING, Speed.UNKNOWN, 2.5, onTrial).free(4);

    assertThat(cluster.sizes(policy)).containsExactly(entry("A", "4+4"));
  }

  @Test
  void addedTasksAreNotJudgedBeforeTheSpeedWithThemIsMeasured() {
    GrowthTrial onTrial = new GrowthTrial.Given(true, true, 2);
    var cluster =
        new UnitCluster().runs("A", 3, 3, Phase.TRAINING, Speed.UNKNOWN, 0, onTrial).free(4);

    assertThat(cluster.sizes(policy)).containsExactly(entry("A", "3+3"));
  }

  /** 0.5 % slower than before: two measurements of one speed. */
  @Test
  void aSlightlyLowerMeasuredSpeedIsNoise() {
    GrowthTrial onTrial = new GrowthTrial.Given(true, true, 2);
    var cluster =
        new UnitCluster().runs("A", 3, 3, Phase.TRAINING, Speed.UNKNOWN, 1.99, onTrial).free(4);

    assertThat(cluster.sizes(policy)).containsExactly(entry("A", "4+4"));
  }

  @Test
  void theReasonOfAJobThatGetsNoneIsItsBoundsOrOtherJobs() {
    var cluster = new UnitCluster().runs("full", 100, 100).runs("B", 6, 3).runs("C", 7, 4).free(2);

    assertThat(cluster.sizes(policy)).containsEntry("B", "7+3");
    assertThat(cluster.reason(policy, "full"))
        .endsWith(": running jobs share 1 worker, and it gets none: its bounds allow no more");
    assertThat(cluster.reason(policy, "C")).endsWith("it gets none: jobs before it took them");
  }

  @Test
  void killBasedDecidesTheSameAndRestarts() {
    var cluster = new UnitCluster().runs("A", 8, 4).runs("B", 8, 4).submits("C", 8, 4);
    Policy killing = Sketch.policy(new KillBased());

    assertThat(cluster.sizes(killing)).isEqualTo(cluster.sizes(policy));
    assertThat(cluster.plan(killing).grants())
        .allSatisfy(grant -> assertThat(grant.rescaleMode()).isEqualTo(RescaleMode.CHECKPOINT));
  }

  private static HScheduler.Settings settings(
      OptionalInt threshold, boolean monitor, boolean skip, int master) {
    return new HScheduler.Settings(threshold, monitor, Duration.ofMinutes(1), skip, master);
  }
}
