package dev.ductile.engines.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.NodeId;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TaskChangesTest {
  private static final NodeId FIRST = new NodeId("node-0");
  private static final NodeId SECOND = new NodeId("node-1");

  @Test
  void theHighestIndexOfANodeLeavesFirst() {
    var placements =
        List.of(
            placement(Role.WORKER, 0, FIRST),
            placement(Role.WORKER, 4, FIRST),
            placement(Role.WORKER, 2, SECOND),
            placement(Role.SERVER, 0, SECOND));
    var target = Allocation.of(Map.of(FIRST, new Size(1, 1), SECOND, new Size(2, 1)));

    assertThat(TaskChanges.towards(target, placements))
        .isEqualTo(
            new TaskChanges(
                List.of(
                    new TaskChanges.RoleOnNode(Role.WORKER, SECOND),
                    new TaskChanges.RoleOnNode(Role.SERVER, FIRST)),
                List.of(placement(Role.WORKER, 4, FIRST))));
  }

  @Test
  void theLastOfARoleIsKnown() {
    var placements = List.of(placement(Role.WORKER, 0, FIRST), placement(Role.WORKER, 1, FIRST));

    assertThat(
            TaskChanges.towards(Allocation.on(SECOND, Size.workers(1)), placements)
                .leavesOne(placements))
        .isFalse();
    assertThat(
            TaskChanges.towards(Allocation.on(FIRST, Size.workers(1)), placements)
                .leavesOne(placements))
        .isTrue();
  }

  /**
   * The changes lead to the target, and no task starts on a node that a task of its role leaves.
   */
  @Test
  void movesLeadToTheTargetAndAreMinimal() {
    for (long seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      var placements = new ArrayList<TaskPlacement>();
      for (int i = random.nextInt(6); i > 0; i--) {
        placements.add(
            placement(random.nextBoolean() ? Role.WORKER : Role.SERVER, i, node(random)));
      }
      var target = Allocation.of(Map.of(FIRST, size(random), SECOND, size(random)));
      TaskChanges moves = TaskChanges.towards(target, placements);

      var after = new HashMap<TaskChanges.RoleOnNode, Integer>();
      placements.stream()
          .filter(placement -> !moves.surplus().contains(placement))
          .forEach(placement -> after.merge(place(placement), 1, Integer::sum));
      moves.missing().forEach(place -> after.merge(place, 1, Integer::sum));
      assertThat(after).as("seed %d", seed).isEqualTo(wanted(target));
      assertThat(moves.surplus().stream().map(TaskChangesTest::place))
          .as("seed %d", seed)
          .noneMatch(moves.missing()::contains);
    }
  }

  private static Map<TaskChanges.RoleOnNode, Integer> wanted(Allocation target) {
    var wanted = new HashMap<TaskChanges.RoleOnNode, Integer>();
    for (Allocation.Share share : target.shares()) {
      wanted.put(new TaskChanges.RoleOnNode(Role.WORKER, share.node()), share.size().workers());
      wanted.put(new TaskChanges.RoleOnNode(Role.SERVER, share.node()), share.size().servers());
    }
    wanted.values().removeIf(count -> count == 0);
    return wanted;
  }

  private static TaskChanges.RoleOnNode place(TaskPlacement placement) {
    return new TaskChanges.RoleOnNode(placement.role(), placement.node());
  }

  private static Size size(Random random) {
    return new Size(random.nextInt(4), random.nextInt(3));
  }

  private static NodeId node(Random random) {
    return random.nextBoolean() ? FIRST : SECOND;
  }

  private static TaskPlacement placement(Role role, int index, NodeId node) {
    return new TaskPlacement(role, index, node, index, new Address("localhost", 1));
  }
}
