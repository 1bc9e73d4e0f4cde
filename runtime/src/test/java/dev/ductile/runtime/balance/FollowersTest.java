package dev.ductile.runtime.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.runtime.balance.Shares.Gives;
import dev.ductile.runtime.membership.AssignmentTable.ReplicaHolders;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class FollowersTest {
  @Test
  void followersAreOnOtherHostsIfPossible() {
    List<ReplicaHolders> copies =
        Followers.place(
            List.of(0, 1, 2, 3),
            Map.of(0, "a", 1, "a", 2, "b", 3, "b"),
            2,
            (member, _) -> member < 2);

    assertThat(copies.get(0).followers()).containsAnyOf(2, 3);
    assertThat(copies.get(2).followers()).containsAnyOf(0, 1);
  }

  @Test
  void thereAreNoMoreReplicasThanServers() {
    assertThat(Followers.place(List.of(7), Map.of(7, "a"), 3, (_, _) -> true))
        .containsExactly(new ReplicaHolders(7, List.of()));
  }

  @Test
  void anAbsentPrimaryIsRefused() {
    assertThatThrownBy(() -> Followers.place(List.of(7), Map.of(8, "a"), 2, (_, _) -> true))
        .hasMessageContaining("primaries [7]");
  }

  @Test
  void followersAreEvenlySpreadAfterEveryChange() {
    for (int seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      int replication = 1 + random.nextInt(3);
      int partitions = 1 + random.nextInt(30);
      List<ReplicaHolders> copies = new ArrayList<>();
      Map<Integer, String> hosts = new TreeMap<>();
      for (int change = 0; change < 20; change++) {
        if (hosts.size() < 2 || random.nextBoolean()) {
          hosts.put(change, "host");
        } else {
          hosts.remove(List.copyOf(hosts.keySet()).get(random.nextInt(hosts.size())));
        }
        copies = change(copies, partitions, hosts, replication);
        check(seed, copies, hosts, replication);
      }
    }
  }

  private static List<ReplicaHolders> change(
      List<ReplicaHolders> before, int partitions, Map<Integer, String> hosts, int replication) {
    var owners = new ArrayList<Integer>();
    for (int partition = 0; partition < partitions; partition++) {
      owners.add(before.isEmpty() ? -1 : before.get(partition).primary());
    }
    Shares.AtHand has =
        (member, partition) -> !before.isEmpty() && before.get(partition).has(member);
    List<Integer> primaries = Shares.deal(owners, List.copyOf(hosts.keySet()), Gives.FIRST, has);
    return Followers.place(primaries, hosts, replication, has);
  }

  private static void check(
      int seed, List<ReplicaHolders> copies, Map<Integer, String> hosts, int replication) {
    var loads = new HashMap<Integer, Integer>();
    hosts.keySet().forEach(member -> loads.put(member, 0));
    for (ReplicaHolders each : copies) {
      assertThat(each.followers())
          .as("seed %d", seed)
          .hasSize(Math.min(replication, hosts.size()) - 1);
      each.followers().forEach(follower -> loads.merge(follower, 1, Integer::sum));
    }
    int most = loads.values().stream().mapToInt(load -> load).max().orElseThrow();
    int least = loads.values().stream().mapToInt(load -> load).min().orElseThrow();
    assertThat(loads.keySet()).as("seed %d", seed).isEqualTo(hosts.keySet());
    assertThat(most - least).as("seed %d: %s", seed, loads).isLessThan(3);
  }
}
