package dev.ductile.runtime.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.runtime.balance.Shares.Gives;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SharesTest {
  private static final Shares.AtHand NOTHING_AT_HAND = (_, _) -> false;

  /** Things and members count from 1 in the figures and from 0 here. */
  @Test
  void eps15Figure8AddsWorkerFour() {
    List<Integer> owners =
        Shares.deal(
            List.of(1, 1, 1, 2, 2, 2, 3, 3, 3), List.of(1, 2, 3, 4), Gives.LAST, NOTHING_AT_HAND);

    assertThat(owners).containsExactly(1, 1, 4, 2, 2, 4, 3, 3, 4);
  }

  @Test
  void eps15Figure11RemovesWorkerFour() {
    List<Integer> home = List.of(1, 1, 1, 2, 2, 2, 3, 3, 3);

    List<Integer> owners =
        Shares.deal(
            List.of(1, 1, 4, 2, 2, 4, 3, 3, 4),
            List.of(1, 2, 3),
            Gives.LAST,
            (worker, split) -> home.get(split) == worker);

    assertThat(owners).isEqualTo(home);
  }

  @Test
  void eps15Figure6AddsServerFour() {
    List<Integer> owners =
        Shares.deal(List.of(1, 1, 2, 2, 3, 3), List.of(1, 2, 3, 4), Gives.FIRST, NOTHING_AT_HAND);

    assertThat(owners).containsExactly(1, 1, 4, 2, 4, 3);
  }

  @Test
  void eps15Figure12RemovesServerThree() {
    List<Integer> owners =
        Shares.deal(List.of(1, 1, 2, 2, 3, 3), List.of(1, 2), Gives.FIRST, NOTHING_AT_HAND);

    assertThat(owners).containsExactly(1, 1, 2, 2, 1, 2);
  }

  @Test
  void sharesStayEvenWithTheFewestMoves() {
    for (int seed = 0; seed < 500; seed++) {
      var random = new Random(seed);
      int things = random.nextInt(40);
      List<Integer> owners = new ArrayList<>();
      for (int i = 0; i < things; i++) {
        owners.add(-1);
      }
      var members = new ArrayList<Integer>();
      int next = 0;
      for (int change = 0; change < 20; change++) {
        if (members.size() < 2 || random.nextBoolean()) {
          members.add(next++);
        } else {
          int at = random.nextInt(members.size());
          members.subList(at, at + 1).clear();
        }
        owners = check(seed, owners, members);
      }
    }
  }

  private static List<Integer> check(int seed, List<Integer> before, List<Integer> members) {
    List<Integer> after = Shares.deal(before, members, Gives.LAST, NOTHING_AT_HAND);
    List<Long> loads =
        members.stream()
            .map(member -> after.stream().filter(owner -> owner.equals(member)).count())
            .toList();
    long most = loads.stream().mapToLong(load -> load).max().orElse(0);
    long least = loads.stream().mapToLong(load -> load).min().orElse(0);
    assertThat(members).as("seed %d", seed).containsAll(after);
    assertThat(most - least).as("seed %d: %s of %s", seed, after, members).isLessThan(2);
    assertThat(Shares.deal(after, members, Gives.LAST, NOTHING_AT_HAND))
        .as("seed %d", seed)
        .isEqualTo(after);
    return after;
  }

  @Test
  void sharesNeedAMember() {
    assertThatThrownBy(() -> Shares.deal(List.of(1), List.of(), Gives.FIRST, NOTHING_AT_HAND))
        .hasMessageContaining("different members are needed, not []");
  }
}
