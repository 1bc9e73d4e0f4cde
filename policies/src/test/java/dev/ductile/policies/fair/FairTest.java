package dev.ductile.policies.fair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Policy;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.policies.Sketch;
import dev.ductile.policies.placements.Pooled;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Equal shares: the worked examples of the papers, and shares limited by nodes and bounds. */
final class FairTest {
  private static final double GIB = 1L << 30;
  private final Policy maxMin = Sketch.policy(new MaxMin());

  /** Ghodsi et al., NSDI 2011, section 4.1, figure 3: 9 CPUs and 18 GB. */
  @Test
  void drfGivesTheSharesOfItsPaper() {
    Sketch sketch =
        new Sketch(Nodes.uniform(1, amounts(9, 18)))
            .waiting(tasks("A", amounts(1, 4), 20))
            .waiting(tasks("B", amounts(3, 1), 20));
    assertThat(sketch.grants(Sketch.policy(new Drf())))
        .containsOnly(entry("A", "3 on node-0"), entry("B", "2 on node-0"));
    assertThat(sketch.reason(Sketch.policy(new Drf()), "A"))
        .startsWith("STARTED: 66.7 % dominant share; has 3 cpu, 12 GiB memory, all on node-0");
  }

  @Test
  void drfBetweenOwnersAddsUpTheJobsOfAnOwner() {
    Sketch sketch =
        new Sketch(Nodes.uniform(1, Resources.gpus(8)))
            .waiting(elastic("a1", 1, 8).withOwner("ada"))
            .waiting(elastic("a2", 1, 8).withOwner("ada"))
            .waiting(elastic("a3", 1, 8).withOwner("ada"))
            .waiting(elastic("g1", 1, 8).withOwner("grace"));
    Policy owners = Sketch.policy(new Drf(), new Drf.Settings(Drf.ShareOwner.OWNERS));
    assertThat(sketch.grants(owners)).containsEntry("g1", "4 on node-0");
    assertThat(sketch.grants(Sketch.policy(new Drf()))).containsEntry("g1", "2 on node-0");
  }

  /**
   * By shares the job of five workers would keep three, and the other job would get four devices of
   * one node. No node has four, so no job can use the devices that the first one would lose.
   */
  @Test
  void noJobShrinksWhileItsResourcesStayFree() {
    Sketch sketch = Sketch.gpus(2, 4).pausing(Duration.ofSeconds(30));
    Job guarded = sketch.job(Sketch.spec("guarded", 1, 10));
    sketch.add(running(guarded, Map.of("node-1", 1), Sketch.NOW.plusSeconds(90)));
    Job large = sketch.job(elastic("large", 1, 5));
    sketch.add(running(large, Map.of("node-0", 3, "node-1", 2), Sketch.NOW));
    sketch.waiting(
        Sketch.spec("whole", Demand.perWorker(Resources.gpus(4)), Bounds.workers(1, 1), 10));

    assertThat(sketch.grants(maxMin)).containsOnly(entry("large", "5 on node-0, node-1"));
  }

  private static Job running(Job job, Map<String, Integer> workers, Instant protectedUntil) {
    var perNode = new HashMap<NodeId, Size>();
    workers.forEach((node, count) -> perNode.put(new NodeId(node), Size.workers(count)));
    return job.withAllocation(
        Allocation.of(perNode), JobState.RUNNING, job.progress(), protectedUntil);
  }

  /**
   * Bertsekas and Gallager, section 6.5.2: a small demand is met, and the other jobs share the
   * rest.
   */
  @Test
  void maxMinMeetsSmallDemands() {
    Sketch sketch =
        Sketch.gpus(1, 10)
            .waiting(elastic("a", 1, 2))
            .waiting(elastic("b", 1, 8))
            .waiting(elastic("c", 1, 8));
    assertThat(sketch.grants(maxMin))
        .containsOnly(
            entry("a", "2 on node-0"), entry("b", "4 on node-0"), entry("c", "4 on node-0"));
  }

  @Test
  void maxMinWeighsByPriorityIfAskedTo() {
    Sketch sketch =
        Sketch.gpus(1, 9)
            .waiting(elastic("a", 1, 9))
            .waiting(elastic("b", 1, 9).withQueue("default", 1));
    assertThat(sketch.grants(Sketch.policy(new MaxMin(), new MaxMin.Settings(true))))
        .containsOnly(entry("a", "3 on node-0"), entry("b", "6 on node-0"));
  }

  @Test
  void allJobsStartBeforeAnyGrows() {
    Sketch sketch = Sketch.gpus(1, 4);
    for (String name : List.of("a", "b", "c", "d", "e")) {
      sketch.waiting(elastic(name, 1, 4));
    }
    assertThat(sketch.grants(maxMin)).hasSize(4).containsOnlyKeys("a", "b", "c", "d");
  }

  @Test
  void aJobWithoutAPlaceForItsShareTakesTheLargestSizeThatFits() {
    // Fair shares of 16 are 6, 5 and 5; on nodes of 8 they become 8, 5 and 3.
    Sketch sketch =
        Sketch.gpus(2, 8)
            .waiting(elastic("a", 1, 8))
            .waiting(elastic("b", 1, 8))
            .waiting(elastic("c", 1, 8));
    assertThat(sketch.grants(maxMin).values())
        .containsExactlyInAnyOrder("8 on node-0", "5 on node-1", "3 on node-1");
    Policy pooled = Sketch.policy(new MaxMin(), new MaxMin.Settings(false), new Pooled());
    assertThat(sketch.grants(pooled).values())
        .containsExactlyInAnyOrder("6 on node-0", "5 on node-0, node-1", "5 on node-1");
  }

  @Test
  void onlyLegalSizesAreGivenAndServersFollowWorkers() {
    Demand served = new Demand(Resources.gpus(1), Resources.of(Resources.CPU, 1), Resources.NONE);
    var bounds = new Bounds(Range.of(List.of(1, 2, 4)), Range.between(1, 4));
    Nodes nodes =
        Nodes.of(
            List.of(
                new Node(
                    new NodeId("node-0"),
                    Resources.of(Map.of(Resources.GPU, 7.0, Resources.CPU, 8.0)))));
    Sketch sketch =
        new Sketch(nodes)
            .waiting(Sketch.spec("a", served, bounds, 10))
            .waiting(Sketch.spec("b", served, bounds, 10));
    assertThat(sketch.grants(maxMin))
        .containsOnly(entry("a", "4+4 on node-0"), entry("b", "2+2 on node-0"));
  }

  private static JobSpec elastic(String name, int least, int most) {
    return Sketch.spec(
        name, Demand.perWorker(Resources.gpus(1)), Bounds.workers(least, most), 1000);
  }

  private static JobSpec tasks(String name, Resources each, int most) {
    return Sketch.spec(name, Demand.perWorker(each), Bounds.workers(1, most), 1000);
  }

  private static Resources amounts(double cpus, double memoryGib) {
    return Resources.of(Map.of(Resources.CPU, cpus, Resources.MEMORY, memoryGib * GIB));
  }
}
