package dev.ductile.policies.lin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.JobId;
import dev.ductile.api.JobNote;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Work;
import dev.ductile.policies.Sketch;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The baselines of Lin et al., Section V-B. */
class BaselinesTest {
  private static final double[] CURVE = {120, 60, 41, 32, 27, 24, 23, 22.8, 22.7, 22.6};

  @Test
  void waterfillGivesEveryJobTheLeastAndTheRestToTheShortest() {
    Machine machine = new Machine(6).job("a", CURVE).job("b", 500, 250, 100).job("c", CURVE);
    Policy waterfill = Sketch.policy(new Waterfill());

    assertThat(machine.workers(waterfill).toString()).isEqualTo("{a=4, b=1, c=1}");
    assertThat(machine.reason(waterfill, "b"))
        .endsWith("its least size; the leftover nodes would not let it end before all other jobs");
  }

  @Test
  void steepestWaterfillGivesTheRestToTheLargestSaving() {
    Machine machine = new Machine(6).job("a", CURVE).job("b", 500, 400, 100).job("c", CURVE);
    Policy steepest =
        Sketch.policy(new Waterfill(), new Waterfill.Settings(Waterfill.Filling.STEEPEST, 0));

    assertThat(machine.workers(steepest).toString()).isEqualTo("{a=2, b=3, c=1}");
    assertThat(machine.reason(steepest, "c"))
        .isEqualTo(
            "gets 1 (1 gpu, all on node-0): one more worker would save 60 s per node, and a saves 60 s");
  }

  @Test
  void moreJobsThanNodesAreServedInOrderOfArrival() {
    Machine machine = new Machine(2).job("a", 9).job("b", 8).job("c", 7);

    assertThat(machine.workers(Sketch.policy(new Waterfill())).toString()).isEqualTo("{a=1, b=1}");
  }

  @Test
  void aJobJoinsTheShortestQueueAndStaysInIt() {
    Policy chunks = Sketch.policy(new JsqChunk(), new JsqChunk.Settings(4));
    Machine machine =
        new Machine(10)
            .job("a", CURVE)
            .queued(2)
            .job("b", CURVE)
            .queued(2)
            .job("c", 90, 80)
            .job("d", CURVE);
    Plan plan = machine.plan(chunks);

    assertThat(machine.workers(chunks).toString()).isEqualTo("{c=2, a=4}");
    assertThat(plan.notes())
        .extracting(JobNote::job, JobNote::note)
        .containsExactly(
            tuple(new JobId("c"), new Chunks.ChunkNote(1)),
            tuple(new JobId("d"), new Chunks.ChunkNote(1)));
    assertThat(machine.reason(chunks, "b"))
        .startsWith("waits: in the queue of chunk 2 behind 1 job");
  }

  /** B is behind A, which the policy does not see. */
  @Test
  void aJobBehindAProtectedOneTakesNoOtherChunk() {
    Machine machine =
        new Machine(28)
            .job("a", 100, 1e6, workers -> workers)
            .on(14)
            .queued(1)
            .protectedNow()
            .job("b", 100, 1e6, workers -> workers)
            .queued(1)
            .job("c", 100, 1e6, workers -> workers)
            .on(14)
            .queued(2);
    Policy chunks = Sketch.policy(new JsqChunk());

    assertThat(machine.workers(chunks)).containsEntry("c", 14).doesNotContainKey("b");
    assertThat(machine.reason(chunks, "b"))
        .startsWith(
            "waits: it is first in the queue of its chunk, but other running jobs use part of it");
  }

  /** The first uses two GPUs of its chunk of four; the other two stay unused. */
  @Test
  void allocationsOfHiddenJobsCountAsWholeChunks() {
    Machine machine =
        new Machine(8)
            .job("a", 2, 1e6, workers -> workers)
            .on(2)
            .queued(1)
            .protectedNow()
            .job("b", 4, 1e6, workers -> workers)
            .queued(1)
            .job("c", 4, 1e6, workers -> workers)
            .queued(2);
    Policy chunks = Sketch.policy(new JsqChunk(), new JsqChunk.Settings(4));

    assertThat(machine.workers(chunks)).containsEntry("b", 4).doesNotContainKey("c");
  }

  @Test
  void aHigherPriorityTakesOneChunkAndOtherJobsRunOn() {
    Machine machine =
        new Machine(28)
            .job("a", 100, 1e6, workers -> workers)
            .on(14)
            .queued(1)
            .job("b", 100, 1e6, workers -> workers)
            .queued(1)
            .job("c", 100, 1e6, workers -> workers)
            .on(14)
            .queued(2)
            .job("urgent", 100, 1e6, workers -> workers)
            .urgent(1);

    assertThat(machine.workers(Sketch.policy(new JsqChunk())))
        .isEqualTo(Map.of("urgent", 14, "a", 14));
  }

  /** Each job joined the chunk while the other one was hidden. */
  @Test
  void twoRunningJobsOfOneChunkBothRunOn() {
    Machine machine =
        new Machine(28)
            .job("a", 100, 1e6, workers -> workers)
            .on(14)
            .queued(1)
            .job("b", 100, 1e6, workers -> workers)
            .on(14)
            .queued(1);

    assertThat(machine.workers(Sketch.policy(new JsqChunk()))).isEqualTo(Map.of("a", 14, "b", 14));
  }

  @Test
  void aJobWithOnlyAPartOfItsChunkHasThatReason() {
    Machine machine = new Machine(3).job("a", CURVE);

    assertThat(machine.reason(Sketch.policy(new JsqChunk()), "a"))
        .endsWith("it is first in the queue of its chunk of 14 devices, and no more of it is left");
  }

  @Test
  void aProtectedJobThatHoldsAllIsPartOfTheReason() {
    Machine machine =
        new Machine(4).job("a", 4, 1e6, workers -> workers).on(4).protectedNow().job("b", 90);

    assertThat(machine.reason(Sketch.policy(new Waterfill()), "b"))
        .startsWith(
            "waits: protected jobs, jobs of higher priority and earlier jobs leave too little for it");
    assertThat(machine.reason(Sketch.policy(new Hell()), "b"))
        .startsWith("waits: protected jobs and jobs of higher priority leave too little for it");
  }

  @Test
  void aJobTooLargeForAChunkGetsLeftoverResources() {
    Policy chunks = Sketch.policy(new JsqChunk(), new JsqChunk.Settings(2));
    var wide = Sketch.spec("wide", 3, 100);

    assertThat(Sketch.gpus(1, 4).waiting(wide).waiting("b", 2, 50).grants(chunks))
        .isEqualTo(Map.of("b", "2 on node-0"));
    assertThat(Sketch.gpus(1, 6).waiting(wide).waiting("b", 2, 50).grants(chunks).toString())
        .isEqualTo("{b=2 on node-0, wide=3 on node-0}");
    assertThat(Sketch.gpus(1, 6).waiting(wide).reason(chunks, "wide"))
        .endsWith(
            "it is too large for a chunk of 2 devices, so it gets resources that other jobs left");
  }

  @Test
  void sharesOfGpusThatFillAChunkExactlyAreNotTooLargeForIt() {
    Policy chunks = Sketch.policy(new JsqChunk(), new JsqChunk.Settings(3));
    var demand =
        new Demand(
            Resources.of(Resources.GPU, 0.8), Resources.of(Resources.GPU, 0.6), Resources.NONE);
    var spec =
        JobSpec.of(
            new JobId("shared"),
            demand,
            new Bounds(Range.exactly(3), Range.exactly(1)),
            Work.steps(100));

    assertThat(Sketch.gpus(1, 3).waiting(spec).reason(chunks, "shared"))
        .contains("it is first in the queue of its chunk of 3 devices");
  }
}
