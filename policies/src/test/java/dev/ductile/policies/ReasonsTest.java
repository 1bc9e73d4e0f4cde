package dev.ductile.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Policy;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.policies.classic.Fifo;
import dev.ductile.policies.classic.Srtf;
import dev.ductile.policies.classic.TiresiasL;
import dev.ductile.policies.fair.MaxMin;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The sentences of reasons. */
final class ReasonsTest {
  private final Policy srtf = Sketch.policy(new Srtf());
  private final Policy fifo = Sketch.policy(new Fifo());

  @Test
  void aStartedJobHasItsPositionAndItsNodes() {
    Sketch sketch = Sketch.gpus(3, 4).waiting("a", 4, 180).waiting("b", 4, 400);
    assertThat(sketch.reason(srtf, "a"))
        .isEqualTo(
            "STARTED: first in the queue by remaining time: 3 min left; gets 4 gpu, all on node-0");
    assertThat(sketch.reason(srtf, "b"))
        .isEqualTo(
            "STARTED: number 2 in the queue by remaining time: 6 min 40 s left; gets 4 gpu, all on node-1");
  }

  @Test
  void aWaitingJobHasItsNeedAndTheFreeAmount() {
    Sketch sketch = Sketch.gpus(2, 8).waiting("a", 3, 10).waiting("b", 6, 20).waiting("c", 7, 30);
    assertThat(sketch.reason(srtf, "c"))
        .isEqualTo(
            "WAITING_FOR_CAPACITY: waits behind 2 jobs; needs 7 gpu on one node; the most that a node has free is 5");
    assertThat(sketch.waiting("d", 9, 40).reason(srtf, "d"))
        .isEqualTo("WAITING_FOR_CAPACITY: waits behind 3 jobs; needs 9 gpu, and 7 are free");
  }

  @Test
  void allShortResourcesAreNamedWithTheDevicesFirst() {
    Sketch sketch = new Sketch(Nodes.uniform(1, cpusAndGpus(8, 4)));
    sketch.waiting(oneWorker("some", cpusAndGpus(6, 3)));
    sketch.waiting(oneWorker("more", cpusAndGpus(5, 2)));
    sketch.waiting(oneWorker("large", cpusAndGpus(12, 6)));

    assertThat(sketch.reason(srtf, "large"))
        .isEqualTo(
            "INFEASIBLE: needs 6 gpu; the cluster has 4 gpu; also short of cpu (12 needed, 8 there)");
    assertThat(sketch.reason(srtf, "more"))
        .endsWith("needs 2 gpu, and 1 is free; also short of cpu (5 needed, 2 there)");
  }

  @Test
  void anAmountOfAResourceWithAnyNameReadsWell() {
    Resources node = Resources.of(Map.of("cpu", 8.0, "slot", 4.0));
    Sketch sketch = new Sketch(Nodes.uniform(1, node));
    sketch.waiting(oneWorker("large", Resources.of(Map.of("cpu", 12.0, "slot", 6.0))));
    sketch.waiting(oneWorker("some", Resources.of("slot", 3)));
    sketch.waiting(oneWorker("more", Resources.of("slot", 2)));

    assertThat(sketch.reason(srtf, "large"))
        .isEqualTo(
            "INFEASIBLE: needs 12 cpu; the cluster has 8 cpu; also short of slot (6 needed, 4 there)");
    assertThat(sketch.reason(srtf, "some")).endsWith("gets 3 × slot, all on node-0");
    assertThat(sketch.reason(srtf, "more")).endsWith("needs 2 × slot, and 1 is free");
  }

  private static Resources cpusAndGpus(double cpus, double gpus) {
    return Resources.of(Map.of("cpu", cpus, "gpu", gpus));
  }

  private static JobSpec oneWorker(String name, Resources resources) {
    return Sketch.spec(name, Demand.perWorker(resources), Bounds.workers(1, 1), 10);
  }

  /** Amounts of bytes have one unit, and all digits if they would read alike otherwise. */
  @Test
  void aShortageOfMemoryIsReadableAndTrue() {
    assertThat(shortOf(100e9, 33_333_333_334.0))
        .endsWith("needs 33333333334 memory, and 33333333332 is free");
    assertThat(shortOf(100e9, 40e9)).endsWith("needs 37.25 GiB memory, and 18.63 GiB is free");
    assertThat(shortOf(0x1p60 + 1024, 0x1p59)).endsWith("needs 512 PiB memory, and 1 KiB is free");
    assertThat(shortOf(100e9, 50e9)).endsWith("needs 46.57 GiB memory, and 0 is free");
    assertThat(shortOf(100e9, 100e9 + 1))
        .endsWith("needs 100000000001 memory; the cluster has 100000000000 memory");
  }

  private String shortOf(double memory, double needed) {
    Demand demand = Demand.perWorker(Resources.of(Resources.MEMORY, needed));
    Sketch sketch = new Sketch(Nodes.uniform(1, Resources.of(Resources.MEMORY, memory)));
    for (String name : List.of("a", "b", "c")) {
      sketch.waiting(Sketch.spec(name, demand, Bounds.workers(1, 1), 10));
    }
    return sketch.reason(srtf, "c");
  }

  @Test
  void anInfeasibleJobHasItsNeedAndTheTotal() {
    Sketch sketch = Sketch.gpus(3, 4).waiting("a", 16, 10);
    assertThat(sketch.reason(srtf, "a"))
        .isEqualTo("INFEASIBLE: needs 16 gpu; the cluster has 12 gpu");
  }

  @Test
  void aBlockedJobHasItsBlocker() {
    Sketch sketch =
        Sketch.gpus(1, 8)
            .running("old", 6, 10, "node-0")
            .waiting("large", 4, 20)
            .waiting("small", 1, 30);
    assertThat(sketch.reason(fifo, "small"))
        .isEqualTo(
            "BEHIND_IN_QUEUE: waits behind 2 jobs; no job may pass large, which is ahead by arrival and needs 4 gpu, and 2 are free");
    assertThat(sketch.reason(fifo, "old"))
        .isEqualTo(
            "KEPT: keeps running, because this policy stops no job; holds 6 gpu, all on node-0");
  }

  @Test
  void aBlockerOfHigherPriorityIsAheadByPriority() {
    Sketch sketch = Sketch.gpus(1, 4).running("old", 3, 10, "node-0").waiting("early", 1, 30);
    sketch.waiting(Sketch.spec("urgent", 4, 20).withQueue("default", 5));
    assertThat(sketch.reason(fifo, "early"))
        .isEqualTo(
            "BEHIND_IN_QUEUE: waits behind 2 jobs; no job may pass urgent, which is ahead by priority and needs 4 gpu, and 1 is free");
    assertThat(sketch.reason(fifo, "urgent"))
        .isEqualTo("WAITING_FOR_CAPACITY: waits, first in the queue; needs 4 gpu, and 1 is free");
  }

  @Test
  void aStoppedJobHasItsPositionAndItsShortage() {
    Sketch sketch = Sketch.gpus(1, 8).running("long", 8, 7200, "node-0").waiting("short", 8, 10);
    assertThat(sketch.reason(srtf, "long"))
        .isEqualTo(
            "PREEMPTED: is stopped for jobs before it; number 2 in the queue by remaining time: 2 h"
                + " left; needs 8 gpu, and 0 are free");
  }

  @Test
  void aProtectedJobHasTheTimeOfItsProtection() {
    Sketch sketch = Sketch.gpus(1, 8);
    Job job = sketch.job(Sketch.spec("safe", 4, 10));
    sketch.add(
        job.withAllocation(
            Allocation.on(new NodeId("node-0"), Size.workers(4)),
            JobState.RUNNING,
            job.progress(),
            Sketch.NOW.plusSeconds(90)));
    assertThat(sketch.reason(srtf, "safe"))
        .isEqualTo("PROTECTED: is protected for another 1 min 30 s; holds 4 gpu, all on node-0");
  }

  @Test
  void aQueueByServiceHasItsLevel() {
    Sketch sketch = Sketch.gpus(1, 8).waiting("a", 8, 10);
    assertThat(sketch.reason(Sketch.policy(new TiresiasL()), "a"))
        .isEqualTo(
            "STARTED: first in the queue by level of attained service: level 1 of 3, 0 s of device time so far; gets 8 gpu, all on node-0");
  }

  @Test
  void oneJobIsSingular() {
    Sketch sketch = Sketch.gpus(1, 1).waiting("a", 1, 10).waiting("b", 1, 20);
    assertThat(sketch.reason(Sketch.policy(new MaxMin()), "a"))
        .isEqualTo("STARTED: its share is 1 gpu, all on node-0; this is its largest size");
    assertThat(sketch.reason(Sketch.policy(new MaxMin()), "b"))
        .startsWith("WAITING_FOR_CAPACITY: waits while 1 job has its share; at its least size");
    Sketch small = Sketch.gpus(1, 1).waiting("c", 1, 1e-5);
    assertThat(small.reason(srtf, "c"))
        .startsWith("STARTED: first in the queue by remaining time: less than 1 ms left;");
  }

  @Test
  void aWeightedShareHasItsWeight() {
    Policy weighted = Sketch.policy(new MaxMin(), new MaxMin.Settings(true));
    JobSpec spec = Sketch.spec("a", 3, 10);
    Sketch sketch = Sketch.gpus(1, 8).waiting(spec.withQueue(spec.queue(), 1));
    assertThat(sketch.reason(weighted, "a"))
        .isEqualTo(
            "STARTED: its share at weight 2 is 3 gpu, all on node-0; this is its largest size");
  }

  @Test
  void aFairShareHasItsLimit() {
    Sketch sketch = Sketch.gpus(1, 8).waiting("a", 3, 10);
    assertThat(sketch.reason(Sketch.policy(new MaxMin()), "a"))
        .isEqualTo("STARTED: its share is 3 gpu, all on node-0; this is its largest size");
  }
}
