package dev.ductile.learned.reward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

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
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WithFairnessTest {
  private static final JobId JOB = new JobId("job-0");
  private static final Instant START = Instant.EPOCH;
  private static final Instant END = START.plusSeconds(100);

  @ParameterizedTest(name = "workers {0}, {1}, {2} cost {3}")
  @CsvSource(
      textBlock =
          """
          2, 2, 2, 0
          0, 0, 0, 0
          6, 0, 0, 0.6666667
          3, 3, 0, 0.3333333
          1, 2, 3, 0.1428571
          """)
  void theCostIsOneLessJainsIndexOfTheShares(int first, int second, int third, double expected) {
    Reward.PassedSlot slot = slot(List.of(first, second, third));

    assertThat(new WithFairness(_ -> Map.of(JOB, 5.0), 2).of(slot))
        .isCloseTo(5 - 2 * expected, within(1e-6));
    assertThat(new WithFairness(_ -> Map.of(JOB, 5.0), 0).of(slot)).isEqualTo(5);
  }

  @Test
  void aJobThatArrivedInTheSlotDoesNotCount() {
    Reward.PassedSlot slot = slot(List.of(2, 2));
    var jobs = new ArrayList<Job>(slot.after().jobs());
    jobs.add(job(2, 0));

    assertThat(
            new WithFairness(_ -> Map.of(JOB, 0.0), 1)
                .of(new Reward.PassedSlot(slot.before(), cluster(END, jobs), Map.of())))
        .isZero();
  }

  @Test
  void theProgressIsThePartOfTheWorkOfEachJob() {
    Reward.PassedSlot slot = slot(List.of(1, 3, 0));
    var finished =
        new Reward.PassedSlot(
            slot.before(),
            cluster(END, List.of(job(0, 1), job(2, 0))),
            Map.of(new JobId("job-1"), END.minusSeconds(25)));

    assertThat(EpochProgress.ofAll().of(slot)).isCloseTo(0.1 + 0.3, within(1e-9));
    assertThat(EpochProgress.ofAll().of(finished)).isCloseTo(0.1 + 1, within(1e-9));
    assertThat(EpochProgress.ofAll().byJob(finished).values()).containsExactly(0.1, 1.0, 0.0);
    assertThat(new EpochProgress(job -> job.arrival() == 0).of(finished))
        .isCloseTo(0.1, within(1e-9));
  }

  /** Two jobs have three shares and one: Jain's index is 16 / (2 x 10). */
  @Test
  void allJobsBearTheSameCost() {
    Map<JobId, Double> rewards =
        new WithFairness(EpochProgress.ofAll(), 1).byJob(slot(List.of(3, 1)));

    assertThat(rewards.get(JOB)).isCloseTo(0.3 - 0.1, within(1e-9));
    assertThat(rewards.get(new JobId("job-1"))).isCloseTo(0.1 - 0.1, within(1e-9));
  }

  /** The slot has 100 s; the second job ends after 75 s. */
  @Test
  void theCostOfAJobIsItsTimeInSlots() {
    Reward.PassedSlot slot = slot(List.of(1, 3));
    var finished =
        new Reward.PassedSlot(
            slot.before(),
            cluster(END, List.of(job(0, 1))),
            Map.of(new JobId("job-1"), END.minusSeconds(25)));
    var reward = new Completion(Duration.ofSeconds(50));

    assertThat(reward.byJob(finished))
        .containsExactly(Map.entry(JOB, -2.0), Map.entry(new JobId("job-1"), -1.5));
    assertThat(reward.of(finished)).isEqualTo(-3.5);
  }

  @Test
  void aWeightBelowZeroIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WithFairness(_ -> Map.of(JOB, 0.0), -1));
  }

  private static Reward.PassedSlot slot(List<Integer> workers) {
    var before = new ArrayList<Job>();
    var after = new ArrayList<Job>();
    for (int i = 0; i < workers.size(); i++) {
      before.add(job(i, 0));
      after.add(job(i, workers.get(i)));
    }
    return new Reward.PassedSlot(cluster(START, before), cluster(END, after), Map.of());
  }

  /** A job of 1000 steps that trains one step a second with each worker, since the start. */
  private static Job job(int arrival, int workers) {
    JobSpec spec =
        JobSpec.of(
            new JobId("job-" + arrival),
            Demand.perWorker(Resources.gpus(1)),
            Bounds.workers(1, 8),
            Work.steps(1000));
    Job job = Job.submitted(spec, arrival, START, where -> where.size().workers(), Duration.ZERO);
    return workers == 0
        ? job
        : job.withAllocation(
            Allocation.on(new NodeId("node-0"), Size.workers(workers)),
            JobState.RUNNING,
            new Progress(START, 0, workers, 0, workers),
            START);
  }

  private static Cluster cluster(Instant now, List<Job> jobs) {
    return Cluster.of(now, Nodes.uniform(1, Resources.gpus(8)), jobs);
  }
}
