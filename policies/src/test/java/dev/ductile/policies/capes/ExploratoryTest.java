package dev.ductile.policies.capes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobState;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Progress;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.laws.RandomCluster;
import dev.ductile.policies.Sketch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Capes et al., section 7: a new job tries 1, 2, 4 and 8 GPUs before it is sized like others. */
final class ExploratoryTest {
  private final Policy exploratory = Sketch.policy(new Exploratory());
  private final List<Job> jobs = new ArrayList<>();
  private Nodes nodes = Nodes.uniform(8, Resources.gpus(8));
  private Instant now = Sketch.NOW;

  @Test
  void aNewJobTrainsForThePeriodAtEachSizeWithPausesInBetween() {
    jobs.add(Table2.job(0, 1));

    assertThat(decide()).isEqualTo("1, again in 150 s");
    assertThat(after(150)).isEqualTo("2, again in 160 s");
    assertThat(after(160)).isEqualTo("4, again in 160 s");
    assertThat(after(160)).isEqualTo("8, again in 160 s");
    assertThat(after(160)).isEqualTo("8");
    assertThat(jobs.getFirst().notes().byPolicy().get("exploratory"))
        .isEqualTo(new SizeTrial(4, Instant.EPOCH));
    assertThat(after(1)).isEqualTo("8");
  }

  @Test
  void aDecisionWithinATrialChangesNothing() {
    jobs.add(Table2.job(0, 1));
    decide();
    assertThat(after(100)).isEqualTo("1, again in 50 s");
    assertThat(after(49)).isEqualTo("1, again in 1 s");
    assertThat(after(1)).isEqualTo("2, again in 160 s");
  }

  @Test
  void theLargestSizeIsReservedDuringTrials() {
    nodes = Nodes.uniform(1, Resources.gpus(8));
    jobs.add(Table2.job(0, 1));
    jobs.add(Table2.job(1, 1));
    Plan plan = exploratory.decide(picture());

    assertThat(plan.grants()).extracting(grant -> grant.job().arrival()).containsExactly(0L);
    assertThat(plan.reasons().why(jobs.getFirst()).sentence())
        .isEqualTo(
            "gets 1 (1 gpu, all on node-0): it tries this size for 2 min 30 s, number 1 of 4, and 8 are reserved for it");
    assertThat(plan.reasons().why(jobs.getLast()).sentence())
        .isEqualTo(
            "waits: to try its sizes it needs 8 reserved, and too little is left; needs 8 gpu, and 7 are free");
  }

  @Test
  void otherJobsShrinkForATrial() {
    nodes = Nodes.uniform(1, Resources.gpus(9));
    jobs.add(Table2.job(0, 1));
    decide();
    after(150);
    after(160);
    after(160);
    assertThat(after(160)).isEqualTo("8");
    jobs.add(Table2.job(1, 1));

    assertThat(decide()).isEqualTo("1, 1, again in 150 s");
  }

  @Test
  void aJobThatIsStoppedTriesItsSizeAgain() {
    jobs.add(Table2.job(0, 1));
    decide();
    assertThat(after(150)).isEqualTo("2, again in 160 s");
    now = now.plusSeconds(30);
    stop(0);
    assertThat(decide()).isEqualTo("2, again in 160 s");
  }

  @Test
  void aJobThatHasTrainedAndHasNoNoteIsNotNew() {
    Job begun = Table2.job(0, 1);
    jobs.add(begun.with(new Progress(now, 0.5, 0, 0, 0)));
    assertThat(decide()).isEqualTo("8");
  }

  @Test
  void aJobOfOneSizeHasNothingToTry() {
    jobs.add(Table2.job(0, 1, Bounds.workers(4, 4), Table2.SPEED));
    assertThat(decide()).isEqualTo("4");
  }

  @Test
  void aJobNeverGrowsBeyondItsLargestTriedSize() {
    jobs.add(Table2.job(0, 1, Bounds.workers(1, 64), where -> where.workers()));
    decide();
    after(150);
    after(160);
    after(160);
    assertThat(after(160)).isEqualTo("8");
    nodes = Nodes.uniform(1, Resources.gpus(4));
    jobs.set(0, Table2.job(0, 1));
    decide();
    after(150);
    assertThat(after(160)).isEqualTo("4, again in 160 s");
    assertThat(after(160)).as("the cluster has no more").isEqualTo("4");
  }

  @Test
  void withANewNodeAJobTriesTheSizeThatFitsNow() {
    nodes = Nodes.uniform(1, Resources.gpus(4));
    jobs.add(Table2.job(0, 1));
    decide();
    after(150);
    after(160);
    assertThat(after(160)).isEqualTo("4");
    nodes = Nodes.uniform(2, Resources.gpus(4));

    assertThat(after(1)).isEqualTo("8, again in 160 s");
    assertThat(after(160)).isEqualTo("8");
  }

  @Test
  void ifTheNextSizeCannotBeReservedTheLargestTriedSizeStays() {
    nodes = Nodes.uniform(1, Resources.gpus(4));
    jobs.add(Table2.job(0, 1));
    decide();
    after(150);
    after(160);
    after(160);
    nodes = Nodes.uniform(2, Resources.gpus(4));
    protect("node-1");

    assertThat(after(1)).isEqualTo("4");
  }

  @Test
  void aSizeWithoutAPlaceDoesNotCountAsTried() {
    nodes = Nodes.uniform(2, Resources.gpus(4));
    protect("node-0");
    protect("node-1");
    jobs.add(Table2.job(2, 1, Bounds.workers(1, 4), Table2.SPEED));
    decide();
    assertThat(after(150)).isEqualTo("2, again in 160 s");
    assertThat(after(160)).as("no node has 4").isEqualTo("2, again in 160 s");
    assertThat(after(160)).isEqualTo("2, again in 160 s");
    jobs.removeFirst();
    assertThat(after(160)).isEqualTo("4, again in 160 s");
    assertThat(after(160)).isEqualTo("4");
  }

  @Test
  void aSizeThatDoesNotFitTheEmptyClusterIsNotTried() {
    nodes = Nodes.uniform(3, Resources.gpus(3));
    var pairs =
        Sketch.spec("pairs", Demand.perWorker(Resources.gpus(2)), Bounds.workers(1, 4), 1000);
    jobs.add(Job.submitted(pairs, 0, now, where -> where.workers(), Duration.ofSeconds(10)));
    decide();
    assertThat(after(150)).isEqualTo("2, again in 160 s");
    assertThat(after(160)).as("three nodes of three have three pairs").isEqualTo("2");
  }

  private void protect(String node) {
    Job job = Table2.job(jobs.size(), 1, Bounds.workers(1, 1), Table2.SPEED);
    jobs.add(
        job.withAllocation(
            Allocation.on(new NodeId(node), Size.workers(1)),
            JobState.RUNNING,
            job.progress(),
            now.plusSeconds(10_000)));
  }

  private String after(long seconds) {
    now = now.plusSeconds(seconds);
    return decide();
  }

  /** Applies a decision, and returns the sizes and the time of the next decision. */
  private String decide() {
    Plan plan = exploratory.decide(picture());
    jobs.replaceAll(job -> RandomCluster.noted(job, plan));
    for (Grant grant : plan.grants()) {
      jobs.replaceAll(job ->
          job.id().equals(grant.job().id())
              ? job.withAllocation(
                  grant.allocation(), JobState.RUNNING, job.progress(), job.protectedUntil())
              : job);
    }
    String sizes =
        plan.grants().stream()
            .map(grant -> grant.allocation().size().toString())
            .collect(Collectors.joining(", "));
    return sizes
        + plan.reconsider()
            .map(at -> ", again in %d s".formatted(at.getEpochSecond() - now.getEpochSecond()))
            .orElse("");
  }

  private void stop(int index) {
    Job job = jobs.get(index);
    jobs.set(
        index,
        job.withAllocation(Allocation.NONE, JobState.QUEUED, job.progress(), job.protectedUntil()));
  }

  private Cluster picture() {
    return Cluster.of(now, nodes, jobs);
  }
}
