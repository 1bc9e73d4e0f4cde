package dev.ductile.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Grant;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Resources;
import dev.ductile.policies.fair.MaxMin;
import dev.ductile.policies.smd.Esw;
import dev.ductile.policies.smd.Smd;
import dev.ductile.policies.smd.SmdExact;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Amounts and limits at their edges, under every installed policy. */
final class ExactnessTest {
  /** Two of these fit on a node of 100 GB; a third lacks two bytes. */
  private static final double THIRD = 33_333_333_334.0;

  @Test
  void threeThirdsAndTwoBytesAreMoreThanANode() {
    Resources capacity = Resources.of(Map.of(Resources.GPU, 8.0, Resources.MEMORY, 100e9));
    var sketch = new Sketch(Nodes.of(List.of(new Node(new NodeId("node-0"), capacity))));
    for (String name : List.of("a", "b", "c")) {
      sketch.waiting(spec(name, Resources.of(Resources.MEMORY, THIRD)));
    }
    sketch.waiting(spec("d", Resources.gpus(1)));
    new InstalledPoliciesTest()
        .policies()
        .forEach((name, policy) -> {
          Plan plan = sketch.plan(policy.get());
          assertThat(plan.violations(sketch.picture())).as(name).isEmpty();
          if (name.startsWith("jsq-chunk") || name.endsWith("strict")) {
            return; // the first has the one chunk to itself, or free resources are reserved
          }
          boolean isBehind = sketch.reason(policy.get(), "d").startsWith("BEHIND_IN_QUEUE");
          assertThat(Sketch.grants(plan).keySet())
              .as("%s: the job of one GPU needs none of the memory", name)
              .containsExactlyInAnyOrderElementsOf(
                  isBehind ? List.of("a", "b") : List.of("a", "b", "d"));
        });
  }

  /** Charges are exact to the byte too: a third job is not admitted. */
  @Test
  void aChargeOfTwoBytesTooMuchIsTooMuch() {
    Resources limit = Resources.of(Resources.MEMORY, THIRD);
    var demand = new Demand(Resources.of(Resources.MEMORY, 1e9), Resources.NONE, limit);
    Resources capacity = Resources.of(Resources.MEMORY, 100e9);
    var sketch = new Sketch(Nodes.of(List.of(new Node(new NodeId("node-0"), capacity))));
    for (String name : List.of("a", "b", "c")) {
      sketch.waiting(Sketch.spec(name, demand, Bounds.workers(1, 1), 100));
    }
    for (Policy policy :
        List.of(
            Sketch.policy(new Smd()), Sketch.policy(new SmdExact()), Sketch.policy(new Esw()))) {
      assertThat(sketch.grants(policy)).containsOnlyKeys("a", "b");
    }
  }

  @Test
  void noPolicyGivesMoreThanALimit() {
    var demand = new Demand(Resources.gpus(1), Resources.NONE, Resources.gpus(8));
    Sketch sketch = Sketch.gpus(4, 8).waiting(Sketch.spec("a", demand, Bounds.workers(1, 32), 100));
    new InstalledPoliciesTest()
        .policies()
        .forEach((name, policy) -> {
          for (Grant grant : sketch.plan(policy.get()).grants()) {
            assertThat(grant.allocation().workers()).as(name).isLessThanOrEqualTo(8);
          }
        });
    assertThat(sketch.grants(Sketch.policy(new MaxMin()))).containsEntry("a", "8 on node-0");
  }

  @Test
  void aNeedAboveTheLimitIsTheReason() {
    var demand = new Demand(Resources.gpus(1), Resources.NONE, Resources.gpus(2));
    Sketch sketch = Sketch.gpus(4, 8).waiting(Sketch.spec("a", demand, Bounds.workers(4, 8), 100));
    new InstalledPoliciesTest()
        .policies()
        .forEach((name, policy) ->
            assertThat(sketch.reason(policy.get(), "a"))
                .as(name)
                .isEqualTo("INFEASIBLE: needs 4 gpu, above its limit of 2 gpu"));
  }

  private static JobSpec spec(String name, Resources worker) {
    return Sketch.spec(name, Demand.perWorker(worker), Bounds.workers(1, 1), 100);
  }
}
