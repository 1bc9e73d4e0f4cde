package dev.ductile.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class AllocationTest {
  private static final NodeId ONE = new NodeId("node-1");
  private static final NodeId TWO = new NodeId("node-2");

  @Test
  void sharesAreSortedByNode() {
    for (int count = 2; count < 6; count++) {
      List<Allocation.Share> sorted =
          IntStream.range(0, count)
              .mapToObj(i -> new Allocation.Share(new NodeId("node-" + i), new Size(i + 1, i)))
              .toList();
      for (int seed = 0; seed < 20; seed++) {
        var shuffled = new ArrayList<>(sorted);
        Collections.shuffle(shuffled, new Seed(seed).stream("order"));
        Allocation allocation = new Allocation(shuffled);
        assertThat(allocation.shares()).as("seed %d", seed).isEqualTo(sorted);
        assertThat(allocation).isEqualTo(new Allocation(sorted));
        assertThat(allocation).hasSameHashCodeAs(new Allocation(sorted));
      }
    }
  }

  @Test
  void differentAllocationsHaveDifferentHashes() {
    Set<Integer> hashes = new HashSet<>();
    Set<Integer> shareHashes = new HashSet<>();
    for (int workers = 1; workers < 10; workers++) {
      var share = new Allocation.Share(ONE, Size.workers(workers));
      hashes.add(new Allocation(List.of(share)).hashCode());
      shareHashes.add(share.hashCode());
    }
    assertThat(hashes).hasSize(9);
    assertThat(shareHashes).hasSize(9);
    assertThat(Allocation.on(ONE, Size.workers(1)))
        .isNotEqualTo(Allocation.on(TWO, Size.workers(1)))
        .isNotEqualTo(Allocation.on(ONE, Size.workers(2)))
        .isNotEqualTo("1 on node-1");
    assertThat(new Allocation.Share(ONE, Size.workers(1)))
        .isNotEqualTo(new Allocation.Share(TWO, Size.workers(1)))
        .isNotEqualTo(new Allocation.Share(ONE, Size.workers(2)))
        .isNotEqualTo("1 on node-1");
  }

  @Test
  void aNodeHasOneShareAndNoEmptyOne() {
    var share = new Allocation.Share(ONE, Size.workers(1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Allocation(List.of(share, share)))
        .withMessage("node node-1 twice");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Allocation.Share(ONE, Size.NONE))
        .withMessage("node node-1 has an empty share");
    assertThat(Allocation.of(Map.of(ONE, Size.NONE, TWO, Size.workers(3))))
        .isEqualTo(Allocation.on(TWO, Size.workers(3)));
    assertThat(Allocation.on(ONE, Size.NONE)).isSameAs(Allocation.NONE);
    assertThat(Allocation.of(Map.of())).isEqualTo(Allocation.NONE);
  }

  @Test
  void itsSizeIsTheSumOfItsShares() {
    Map<NodeId, Size> perNode = new HashMap<>();
    var sum = Size.NONE;
    for (int i = 0; i < 12; i++) {
      Size size = new Size(i % 4, 1 + i % 3);
      perNode.put(new NodeId("node-" + i), size);
      sum = sum.plus(size);
      Allocation allocation = Allocation.of(perNode);
      assertThat(allocation.size()).isEqualTo(sum);
      assertThat(allocation.workers()).isEqualTo(sum.workers());
      assertThat(allocation.servers()).isEqualTo(sum.servers());
      assertThat(allocation.isNone()).isFalse();
    }
    assertThat(Allocation.NONE.isNone()).isTrue();
    assertThat(Allocation.NONE.size()).isEqualTo(Size.NONE);
  }

  @Test
  void usesTheNodesOfItsShares() {
    Allocation allocation = Allocation.of(Map.of(ONE, Size.workers(1), TWO, Size.workers(2)));
    assertThat(allocation.uses(ONE)).isTrue();
    assertThat(allocation.uses(TWO)).isTrue();
    assertThat(allocation.uses(new NodeId("node-3"))).isFalse();
    assertThat(Allocation.NONE.uses(ONE)).isFalse();
  }

  @Test
  void togetherPutsAllTasksOnOneNode() {
    for (int workers = 0; workers < 300; workers++) {
      for (int servers = 0; servers < 2; servers++) {
        var size = new Size(workers, servers);
        Allocation together = Allocation.together(size);
        assertThat(together.size()).isEqualTo(size);
        assertThat(together.shares()).hasSize(size.isNone() ? 0 : 1);
      }
    }
    assertThat(Allocation.together(Size.workers(3))).isSameAs(Allocation.together(Size.workers(3)));
  }

  @Test
  void theTextNamesUpToEightNodesAndOnlyTheFirstOfMore() {
    assertThat(Allocation.NONE).hasToString("nothing");
    assertThat(Allocation.of(Map.of(ONE, new Size(1, 2), TWO, Size.workers(3))))
        .hasToString("4+2 on node-1, node-2");
    assertThat(onNodes(8))
        .hasToString("8 on node-0, node-1, node-2, node-3, node-4, node-5, node-6, node-7");
    assertThat(onNodes(9)).hasToString("9 on 9 nodes: node-0, node-1, node-2 and 6 more");
  }

  private static Allocation onNodes(int count) {
    return new Allocation(
        IntStream.range(0, count)
            .mapToObj(i -> new Allocation.Share(new NodeId("node-" + i), Size.workers(1)))
            .toList());
  }
}
