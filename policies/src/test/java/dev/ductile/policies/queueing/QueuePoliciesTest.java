package dev.ductile.policies.queueing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.NodeId;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.Progress;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.policies.Sketch;
import dev.ductile.policies.classic.Fifo;
import dev.ductile.policies.classic.FixedSize;
import dev.ductile.policies.classic.Las;
import dev.ductile.policies.classic.Sjf;
import dev.ductile.policies.classic.Srsf;
import dev.ductile.policies.classic.Srtf;
import dev.ductile.policies.classic.Tetris;
import dev.ductile.policies.classic.TiresiasL;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The order of queueing policies, and which jobs may pass or stop others. */
final class QueuePoliciesTest {
  private static final Policy FIFO = Sketch.policy(new Fifo());
  private static final Policy SKIPPING = Sketch.policy(new Fifo(), new Fifo.Settings(true));
  private static final Policy SRTF = Sketch.policy(new Srtf());

  @Test
  void fifoLetsNoJobPassTheFirstThatFindsNoPlace() {
    Sketch sketch =
        Sketch.gpus(1, 8)
            .running("old", 6, 100, "node-0")
            .waiting("large", 4, 100)
            .waiting("small", 1, 100);
    assertThat(sketch.grants(FIFO)).containsOnlyKeys("old");
    assertThat(sketch.grants(SKIPPING)).containsOnlyKeys("old", "small");
  }

  @Test
  void fifoDoesNotWaitForAnInfeasibleJob() {
    Sketch sketch = Sketch.gpus(1, 8).waiting("impossible", 9, 100).waiting("small", 1, 100);
    assertThat(sketch.grants(FIFO)).containsExactly(entry("small", "1 on node-0"));
  }

  @Test
  void sjfTakesTheShortestFirstAndStopsNoJob() {
    Sketch sketch =
        Sketch.gpus(1, 8)
            .running("old", 2, 1000, "node-0")
            .waiting("long", 4, 500)
            .waiting("short", 4, 10)
            .waiting("shortest", 1, 1);
    assertThat(sketch.grants(Sketch.policy(new Sjf())))
        .containsOnlyKeys("old", "short", "shortest");
  }

  @Test
  void srtfStopsALongerJobForAShorterOne() {
    Sketch sketch = Sketch.gpus(1, 8).running("long", 8, 1000, "node-0").waiting("short", 8, 10);
    assertThat(sketch.grants(SRTF)).containsExactly(entry("short", "8 on node-0"));
  }

  /** Four jobs of one GPU for 10 s each finish sooner on average than one of four GPUs for 8 s. */
  @Test
  void srsfWeighsRemainingTimeWithDevices() {
    Sketch sketch = Sketch.gpus(1, 4).waiting("wide", 4, 8).waiting("narrow", 1, 10);
    assertThat(sketch.grants(SRTF)).containsOnlyKeys("wide");
    assertThat(sketch.grants(Sketch.policy(new Srsf()))).containsOnlyKeys("narrow");
  }

  @Test
  void priorityComesBeforeTheOrderOfAPolicy() {
    Sketch sketch =
        Sketch.gpus(1, 8)
            .waiting("short", 8, 1)
            .waiting(Sketch.spec("urgent", 8, 1000).withQueue("default", 1));
    assertThat(sketch.grants(SRTF)).containsOnlyKeys("urgent");
  }

  @Test
  void arrivalSettlesTies() {
    Sketch sketch = Sketch.gpus(1, 8).waiting("first", 8, 10).waiting("second", 8, 10);
    assertThat(sketch.grants(SRTF)).containsOnlyKeys("first");
  }

  @Test
  void aJobOfUnknownSpeedComesLast() {
    Sketch sketch = Sketch.gpus(1, 8);
    sketch.add(
        Job.submitted(Sketch.spec("unknown", 8, 1), 7, Sketch.NOW, Speed.UNKNOWN, Duration.ZERO));
    sketch.waiting("known", 8, 100_000);
    assertThat(sketch.grants(SRTF)).containsOnlyKeys("known");
    assertThat(sketch.reason(SRTF, "unknown"))
        .isEqualTo(
            "NO_SPEED_KNOWN: its speed is unknown, so by remaining time it comes after the jobs of known speed of its priority; waits behind 1 job; needs 8 gpu, and 0 are free");
  }

  @Test
  void withoutAnySpeedPriorityAndArrivalDecide() {
    Sketch sketch = Sketch.gpus(1, 8);
    for (String name : List.of("one", "two")) {
      sketch.add(
          Job.submitted(
              Sketch.spec(name, 8, 1),
              name.equals("one") ? 1 : 2,
              Sketch.NOW,
              Speed.UNKNOWN,
              Duration.ZERO));
    }
    assertThat(sketch.reason(SRTF, "one"))
        .isEqualTo(
            "STARTED: first in the queue: no speed is known, so priority and arrival decide; gets 8 gpu, all on node-0");
    assertThat(sketch.reason(SRTF, "two"))
        .isEqualTo(
            "NO_SPEED_KNOWN: no speed is known, so priority and arrival decide; waits behind 1 job; needs 8 gpu, and 0 are free");
  }

  /** The empty cluster cannot hold the requested four workers, but it holds the one that runs. */
  @Test
  void aRunningJobKeepsItsSizeIfItsRequestCanNeverFit() {
    JobSpec spec =
        Sketch.spec("large", Demand.perWorker(Resources.gpus(1)), Bounds.workers(1, 4), 100)
            .withRequest(Size.workers(4));
    Sketch sketch = Sketch.gpus(1, 2);
    Job running =
        sketch
            .job(spec)
            .withAllocation(
                Allocation.on(new NodeId("node-0"), Size.workers(1)),
                JobState.RUNNING,
                new Progress(Sketch.NOW, 0, 1, 0, 1),
                Sketch.NOW);
    sketch.add(running);

    for (PolicyProvider<?> provider :
        List.of(new Srtf(), new Las(), new Sjf(), new Srsf(), new TiresiasL(), new Tetris())) {
      assertThat(sketch.grants(Sketch.policy(provider)))
          .as(provider.profile().name())
          .containsOnly(Map.entry("large", "1 on node-0"));
    }
    assertThat(sketch.reason(SRTF, "large"))
        .isEqualTo(
            "KEPT: keeps its size, because the cluster cannot hold the requested 4; holds 1 gpu, all on node-0");
    assertThat(sketch.waiting("first", 2, 10).reason(SRTF, "large"))
        .isEqualTo(
            "PREEMPTED: is stopped for jobs before it; number 2 in the queue by remaining time: 1 min 40 s left; needs 4 gpu; the cluster has 2 gpu");
  }

  @Test
  void fixedSizeGivesEveryJobTheSameSizeWithinBounds() {
    Policy four = Sketch.policy(new FixedSize());
    Demand gpu = Demand.perWorker(Resources.gpus(1));
    Sketch sketch =
        Sketch.gpus(2, 8)
            .waiting(Sketch.spec("elastic", gpu, Bounds.workers(1, 8), 10))
            .waiting(Sketch.spec("small", gpu, Bounds.workers(1, 2), 10))
            .waiting(Sketch.spec("large", gpu, Bounds.workers(6, 8), 10));
    assertThat(sketch.grants(four))
        .containsExactly(
            entry("elastic", "4 on node-0"),
            entry("small", "2 on node-0"),
            entry("large", "6 on node-1"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FixedSize.Settings(0, false))
        .withMessageContaining("workers of at least 1");
  }

  @Test
  void lasTakesTurnsOfAQuantum() {
    Policy las = Sketch.policy(new Las(), new Las.Settings(Duration.ofMinutes(1)));
    Sketch sketch = Sketch.gpus(1, 2);
    sketch.running("served", 2, 1000, "node-0");
    Plan plan = sketch.waiting("new", 2, 1000).plan(las);
    assertThat(Sketch.grants(plan)).containsOnlyKeys("served");
    assertThat(plan.reconsider()).contains(Sketch.NOW.plusSeconds(30));

    Sketch later = Sketch.gpus(1, 2);
    later.running("served", 2, 1000, "node-0");
    var served = later.picture().jobs().iterator().next();
    Sketch after = Sketch.gpus(1, 2).add(served.with(new Progress(Sketch.NOW, 30, 1, 60, 2)));
    assertThat(after.waiting("new", 2, 1000).grants(las)).containsOnlyKeys("new");
  }

  @Test
  void lasAsksForNoDecisionWhileNoJobWaits() {
    assertThat(Sketch.gpus(1, 2).running("only", 2, 10, "node-0").plan(Sketch.policy(new Las())))
        .extracting(Plan::reconsider)
        .isEqualTo(java.util.Optional.empty());
  }

  @Test
  void invalidSettingsAreRefusedWithAHint() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Las.Settings(Duration.ZERO))
        .withMessageContaining("Maybe 1h?");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TiresiasL.Settings(java.util.List.of(7200.0, 3250.0), false))
        .withMessageContaining("Maybe [3250, 7200]?");
    assertThatIllegalArgumentException().isThrownBy(() -> new Tetris.Settings(-1));
  }
}
