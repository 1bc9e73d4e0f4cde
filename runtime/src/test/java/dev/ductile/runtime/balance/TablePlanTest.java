package dev.ductile.runtime.balance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.membership.AssignmentTable;
import dev.ductile.runtime.membership.AssignmentTable.ReplicaHolders;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TablePlanTest {
  /** By count, the first of two servers would have 25,408 of the 25,450 floats. */
  @Test
  void serversShareParametersByBytes() {
    List<Long> layersOfAPerceptron = List.of(320L, 25_088L, 32L, 10L);
    var placing =
        new TablePlan(
            AssignmentTable.EMPTY,
            layersOfAPerceptron,
            1,
            1,
            Map.of(1, "here", 2, "here"),
            List.of(3));
    AssignmentTable goal = placing.goal((_, _) -> false, (_, _) -> false);
    assertThat(goal.partitions().stream().map(ReplicaHolders::primary)).containsExactly(2, 1, 2, 2);
  }
}
