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

class MovesTest {
  private static final NodeId FIRST = new NodeId("node-0");
  private static final NodeId SECOND = new NodeId("node-1");

  @Test
  void the_highest_index_of_a_node_leaves_first() {
    var seats =
        List.of(
            seat(Role.WORKER, 0, FIRST),
            seat(Role.WORKER, 4, FIRST),
            seat(Role.WORKER, 2, SECOND),
            seat(Role.SERVER, 0, SECOND));
    var target = Allocation.of(Map.of(FIRST, new Size(1, 1), SECOND, new Size(2, 1)));

    assertThat(Moves.towards(target, seats))
        .isEqualTo(
            new Moves(
                List.of(new Moves.Berth(Role.WORKER, SECOND), new Moves.Berth(Role.SERVER, FIRST)),
                List.of(seat(Role.WORKER, 4, FIRST))));
  }

  @Test
  void the_last_of_a_role_is_known() {
    var seats = List.of(seat(Role.WORKER, 0, FIRST), seat(Role.WORKER, 1, FIRST));

    assertThat(Moves.towards(Allocation.on(SECOND, Size.workers(1)), seats).leavesSomebody(seats))
        .isFalse();
    assertThat(Moves.towards(Allocation.on(FIRST, Size.workers(1)), seats).leavesSomebody(seats))
        .isTrue();
  }

  /** Whatever is made of the moves ends where it should, and nobody comes where somebody leaves. */
  @Test
  void moves_lead_to_the_target_and_are_as_few_as_can_be() {
    for (long seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      var seats = new ArrayList<Seat>();
      for (int i = random.nextInt(6); i > 0; i--) {
        seats.add(seat(random.nextBoolean() ? Role.WORKER : Role.SERVER, i, node(random)));
      }
      var target = Allocation.of(Map.of(FIRST, size(random), SECOND, size(random)));
      Moves moves = Moves.towards(target, seats);

      var after = new HashMap<Moves.Berth, Integer>();
      seats.stream()
          .filter(seat -> !moves.surplus().contains(seat))
          .forEach(seat -> after.merge(berth(seat), 1, Integer::sum));
      moves.missing().forEach(berth -> after.merge(berth, 1, Integer::sum));
      assertThat(after).as("seed %d", seed).isEqualTo(wanted(target));
      assertThat(moves.surplus().stream().map(MovesTest::berth))
          .as("seed %d", seed)
          .noneMatch(moves.missing()::contains);
    }
  }

  private static Map<Moves.Berth, Integer> wanted(Allocation target) {
    var wanted = new HashMap<Moves.Berth, Integer>();
    for (Allocation.Share share : target.shares()) {
      wanted.put(new Moves.Berth(Role.WORKER, share.node()), share.size().workers());
      wanted.put(new Moves.Berth(Role.SERVER, share.node()), share.size().servers());
    }
    wanted.values().removeIf(count -> count == 0);
    return wanted;
  }

  private static Moves.Berth berth(Seat seat) {
    return new Moves.Berth(seat.role(), seat.node());
  }

  private static Size size(Random random) {
    return new Size(random.nextInt(4), random.nextInt(3));
  }

  private static NodeId node(Random random) {
    return random.nextBoolean() ? FIRST : SECOND;
  }

  private static Seat seat(Role role, int index, NodeId node) {
    return new Seat(role, index, node, index, new Address("localhost", 1));
  }
}
