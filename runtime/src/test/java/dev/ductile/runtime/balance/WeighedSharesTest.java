package dev.ductile.runtime.balance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WeighedSharesTest {
  private static final int SEEDS = 500;

  private static List<Long> loads(List<Integer> owners, List<Long> weights, List<Integer> members) {
    return members.stream()
        .map(member ->
            IntStream.range(0, owners.size())
                .filter(thing -> owners.get(thing).equals(member))
                .mapToLong(weights::get)
                .sum())
        .toList();
  }

  /** By count each of the two would have two tensors, and one of them nearly all bytes. */
  @Test
  void oneLargeTensorWeighsAsMuchAsManySmallOnes() {
    List<Integer> dealt =
        WeighedShares.deal(
            List.of(-1, -1, -1, -1, -1),
            List.of(1_000L, 400L, 300L, 200L, 100L),
            List.of(4, 7),
            (_, _) -> false);
    assertThat(loads(dealt, List.of(1_000L, 400L, 300L, 200L, 100L), List.of(4, 7)))
        .containsExactly(1_000L, 1_000L);
  }

  @Test
  void membersDifferByAtMostTheHeaviestTensor() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      var random = new SplittableRandom(seed);
      List<Integer> members = IntStream.range(0, 1 + random.nextInt(6)).boxed().toList();
      var owners = new ArrayList<Integer>();
      var weights = new ArrayList<Long>();
      for (int thing = random.nextInt(40); thing >= 0; thing--) {
        owners.add(random.nextInt(-1, members.size() + 2));
        weights.add(random.nextBoolean() ? 65_536L : random.nextLong(0, 65_537));
      }
      List<Integer> dealt = WeighedShares.deal(owners, weights, members, (_, _) -> false);
      List<Long> loads = loads(dealt, weights, members);
      long most = weights.stream().mapToLong(weight -> weight).max().orElse(0);
      assertThat(members).as("seed %d", seed).containsAll(dealt);
      assertThat(Collections.max(loads) - Collections.min(loads))
          .as("seed %d", seed)
          .isLessThanOrEqualTo(most);
      assertThat(WeighedShares.deal(dealt, weights, members, (_, _) -> false))
          .as("nothing moves again, seed %d", seed)
          .isEqualTo(dealt);
    }
  }

  @Test
  void equalWeightsAreDividedAsInThePaper() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      var random = new SplittableRandom(seed);
      List<Integer> members = IntStream.range(0, 1 + random.nextInt(6)).boxed().toList();
      List<Integer> owners =
          IntStream.range(0, random.nextInt(30)).map(_ -> random.nextInt(-1, 8)).boxed().toList();
      List<Long> weights = Collections.nCopies(owners.size(), 5L);
      assertThat(WeighedShares.deal(owners, weights, members, (_, thing) -> thing % 3 == 0))
          .as("seed %d", seed)
          .isEqualTo(
              Shares.deal(owners, members, Shares.Gives.FIRST, (_, thing) -> thing % 3 == 0));
    }
  }
}
