package dev.ductile.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class NodesTest {
  private static final Resources SMALL = Resources.of(Map.of("gpu", 1.0, "cpu", 8.0));
  private static final Resources LARGE = Resources.of(Map.of("gpu", 4.0, "cpu", 2.0));

  private final Nodes nodes =
      Nodes.of(List.of(node("b", SMALL), node("a", LARGE), node("c", SMALL)));

  @Test
  void aNodeIsFoundByItsName() {
    assertThat(nodes.indexOf(new NodeId("b"))).isEqualTo(OptionalInt.of(0));
    assertThat(nodes.indexOf(new NodeId("c"))).isEqualTo(OptionalInt.of(2));
    assertThat(nodes.indexOf(new NodeId("d"))).isEmpty();
    assertThat(nodes.get(1)).isEqualTo(node("a", LARGE));
    assertThat(nodes.count()).isEqualTo(3);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Nodes.of(List.of(node("a", SMALL), node("a", LARGE))))
        .withMessage("two nodes are named a");
  }

  @Test
  void theCapacityOfAClusterIsTheSumOfItsNodes() {
    assertThat(nodes.total()).isEqualTo(Resources.of(Map.of("gpu", 6.0, "cpu", 18.0)));
    assertThat(nodes.columns()).containsExactly("cpu", "gpu");
    assertThat(Nodes.of(List.of())).isSameAs(Nodes.NONE);
    assertThat(Nodes.NONE.total()).isEqualTo(Resources.NONE);
  }

  @Test
  void nodesOfOneCapacityAreUniform() {
    assertThat(Nodes.uniform(3, SMALL).isUniform()).isTrue();
    assertThat(nodes.isUniform()).isFalse();
    assertThat(Nodes.NONE.isUniform()).isFalse();
  }

  @Test
  void aSizeFitsIfItFitsOneKindOfNode() {
    var demand = new Demand(Resources.gpus(1), Resources.of("cpu", 2), Resources.NONE);
    assertThat(nodes.canHold(demand, new Size(4, 1))).as("only the large one").isTrue();
    assertThat(nodes.canHold(demand, new Size(1, 4))).as("only the small ones").isTrue();
    assertThat(nodes.canHold(demand, new Size(2, 2))).as("none alone").isFalse();
    var strange = new Demand(Resources.of("quantum", 1), Resources.gpus(1), Resources.NONE);
    assertThat(nodes.canHold(strange, new Size(0, 1))).isTrue();
    assertThat(nodes.canHold(strange, new Size(1, 1))).isFalse();
    var servedStrangely = new Demand(Resources.gpus(1), Resources.of("quantum", 1), Resources.NONE);
    assertThat(nodes.canHold(servedStrangely, new Size(1, 0))).isTrue();
    assertThat(nodes.canHold(servedStrangely, new Size(1, 1))).isFalse();
  }

  @Test
  void theDominantResourceIsThatOfWhichTasksTakeTheLargestShare() {
    for (long seed = 0; seed < 300; seed++) {
      RandomGenerator random = new Seed(seed).stream("dominant");
      var demand = new Demand(some(random), some(random), Resources.NONE);
      var size = new Size(random.nextInt(4), random.nextInt(4));
      double cpu = demand.of(size).amount("cpu") / 18;
      double gpu = demand.of(size).amount("gpu") / 6;
      assertThat(nodes.dominant(demand, size))
          .as("seed %d: %s, %s", seed, cpu, gpu)
          .isEqualTo(gpu > cpu ? 1 : 0);
    }
  }

  /** Recent demands of tasks are cached; each must be that of its own resources. */
  @Test
  void aTaskDemandHasItsResources() {
    for (long seed = 0; seed < 300; seed++) {
      Resources resources = some(new Seed(seed).stream("needs"));
      TaskDemand task = nodes.taskDemand(resources);
      assertThat(task.resources()).isEqualTo(resources);
      assertThat(task.amount(0)).isEqualTo(resources.amount("cpu"));
      assertThat(task.amount(1)).isEqualTo(resources.amount("gpu"));
      assertThat(task.isUnknown()).isFalse();
    }
  }

  private static Resources some(RandomGenerator random) {
    return Resources.of(Map.of("gpu", (double) random.nextInt(5), "cpu", 3.0 * random.nextInt(5)));
  }

  private static Node node(String name, Resources capacity) {
    return new Node(new NodeId(name), capacity);
  }
}
