package dev.ductile.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.ductile.api.Cluster;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Size;
import dev.ductile.laws.RandomCluster;
import dev.ductile.policies.classic.Srtf;
import dev.ductile.policies.placements.Consolidated;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The treatment of running jobs by a preemptive policy, if changes are free and if they cost. */
final class ChangesTest {
  private static final Duration PAUSE = Duration.ofSeconds(30);
  private final Policy srtf = Sketch.policy(new Srtf());

  @Test
  void freeChangesSelectTheJobsOfAnEmptiedAndRefilledCluster() {
    // In order of time: 5 GPUs on node-0, 5 on node-1, 3 on node-0, and no node is left for 8,
    // although the running jobs would leave node-1 free.
    Sketch sketch =
        Sketch.gpus(2, 8)
            .running("a", 5, 10, "node-0")
            .running("c", 3, 30, "node-0")
            .waiting("b", 5, 20)
            .waiting("d", 8, 40);
    assertThat(sketch.grants(srtf)).containsOnlyKeys("a", "b", "c");
  }

  @Test
  void withFreeChangesNoJobMovesWithoutNeed() {
    Sketch sketch = Sketch.gpus(3, 8).running("a", 8, 10, "node-2").waiting("b", 8, 5);
    assertThat(sketch.grants(srtf))
        .containsExactly(entry("b", "8 on node-0"), entry("a", "8 on node-2"));
  }

  @Test
  void withFreeChangesJobsMoveToFreeANode() {
    Sketch sketch =
        Sketch.gpus(2, 8)
            .running("a", 4, 10, "node-0")
            .running("b", 4, 20, "node-1")
            .waiting("c", 8, 30);
    assertThat(sketch.grants(srtf))
        .containsExactly(
            entry("a", "4 on node-0"), entry("b", "4 on node-0"), entry("c", "8 on node-1"));
  }

  @Test
  void withCostlyChangesNoJobMovesToFreeANode() {
    Sketch sketch =
        Sketch.gpus(2, 8)
            .pausing(PAUSE)
            .running("a", 4, 10, "node-0")
            .running("b", 4, 20, "node-1")
            .waiting("c", 8, 30);
    assertThat(sketch.grants(srtf)).containsOnlyKeys("a", "b");
  }

  @Test
  void withCostlyChangesANewJobTakesFreeNodesFirst() {
    Sketch sketch =
        Sketch.gpus(3, 8)
            .pausing(PAUSE)
            .running("a", 8, 100, "node-0")
            .running("b", 8, 200, "node-1")
            .waiting("c", 8, 5);
    assertThat(sketch.grants(srtf))
        .containsExactly(
            entry("c", "8 on node-2"), entry("a", "8 on node-0"), entry("b", "8 on node-1"));
  }

  @Test
  void withCostlyChangesTheLastJobOfTheQueueYields() {
    Sketch sketch =
        Sketch.gpus(3, 8)
            .pausing(PAUSE)
            .running("a", 8, 100, "node-0")
            .running("b", 8, 300, "node-1")
            .running("c", 8, 200, "node-2")
            .waiting("d", 8, 5);
    assertThat(sketch.grants(srtf))
        .containsExactly(
            entry("d", "8 on node-1"), entry("a", "8 on node-0"), entry("c", "8 on node-2"));
  }

  @Test
  void aJobThatYieldedWithoutEffectKeepsItsNodes() {
    // 8 GPUs are needed on one node: the last job of the queue cannot free them, the one before it
    // can.
    Sketch sketch =
        Sketch.gpus(2, 8)
            .pausing(PAUSE)
            .running("a", 5, 100, "node-0")
            .running("b", 8, 200, "node-1")
            .running("c", 3, 300, "node-0")
            .waiting("d", 8, 5);
    assertThat(sketch.grants(srtf))
        .containsExactly(
            entry("d", "8 on node-1"), entry("a", "5 on node-0"), entry("c", "3 on node-0"));
  }

  @Test
  void aJobThatYieldsMayMoveToAnotherNode() {
    Sketch sketch =
        Sketch.gpus(2, 8)
            .pausing(PAUSE)
            .running("a", 3, 100, "node-0")
            .running("b", 3, 200, "node-1")
            .waiting("c", 6, 5);
    assertThat(sketch.grants(srtf))
        .containsExactly(
            entry("c", "6 on node-1"), entry("a", "3 on node-0"), entry("b", "3 on node-0"));
  }

  /** Even seeds give random clusters with free changes. */
  @Test
  void freeChangesRunTheSameJobsAsAPlainLoopOverAllJobs() {
    for (long seed = 0; seed < 200; seed += 2) {
      var cluster = new RandomCluster(seed);
      for (int step = 0; step < 10; step++) {
        Cluster picture = cluster.picture();
        Plan plan = srtf.decide(picture);
        assertThat(Sketch.grants(plan).keySet())
            .as("seed %d, step %d", seed, step)
            .containsExactlyElementsOf(chosenByPlainLoop(picture));
        cluster.follow(plan);
      }
    }
  }

  private static List<String> chosenByPlainLoop(Cluster picture) {
    FreeCapacity free = FreeCapacity.of(picture);
    var placement = new Consolidated();
    return picture.jobs().stream()
        .filter(job -> !job.isProtected(picture.now()))
        .sorted(
            Comparator.comparingInt((Job job) -> -job.spec().priority())
                .thenComparingDouble(job -> job.remainingSeconds(picture.now()))
                .thenComparingLong(Job::arrival))
        .filter(job -> placement.place(job, size(job, picture), free).isPresent())
        .map(job -> job.id().name())
        .toList();
  }

  /** The requested size, or the present one if the empty cluster cannot hold the request. */
  private static Size size(Job job, Cluster picture) {
    Size held = job.allocation().size();
    boolean mayKeep =
        job.spec().bounds().allows(held)
            && job.spec().demand().isWithinLimit(held)
            && job.allocation().shares().stream()
                .allMatch(share -> picture.nodes().find(share.node()).isPresent());
    return job.holdsResources() && mayKeep && !isFeasible(job, picture) ? held : job.spec().asked();
  }

  private static boolean isFeasible(Job job, Cluster picture) {
    FreeCapacity empty = picture.nodes().allFree();
    return job.spec().demand().isWithinLimit(job.spec().asked())
        && new Consolidated().place(job, job.spec().asked(), empty).isPresent();
  }
}
