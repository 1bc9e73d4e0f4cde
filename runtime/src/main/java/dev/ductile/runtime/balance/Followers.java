package dev.ductile.runtime.balance;

import dev.ductile.runtime.membership.AssignmentTable.ReplicaHolders;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Places the further replicas of partitions: on other servers than the primary, on other hosts if
 * there are any, evenly, and where they are already if that is good enough.
 */
public final class Followers {
  private final List<Integer> primaries;
  private final List<Integer> members;
  private final Map<Integer, String> hosts;
  private final int each;
  private final List<List<Integer>> followers = new ArrayList<>();
  private final Map<Integer, Set<Integer>> followed = new HashMap<>();

  private Followers(
      List<Integer> primaries, Map<Integer, String> hosts, int replication, Shares.AtHand atHand) {
    this.primaries = primaries;
    this.members = hosts.keySet().stream().sorted().toList();
    this.hosts = hosts;
    this.each = Math.min(replication, members.size()) - 1;
    members.forEach(member -> followed.put(member, new TreeSet<>(cheapest(member, atHand))));
  }

  /**
   * The replicas of each partition.
   *
   * @param primaries of each partition, all of them members
   * @param hosts of the members
   * @param replication the number of replicas of a partition
   * @param atHand whether a member has a replica already
   */
  public static List<ReplicaHolders> place(
      List<Integer> primaries, Map<Integer, String> hosts, int replication, Shares.AtHand atHand) {
    if (replication < 1 || !hosts.keySet().containsAll(primaries)) {
      throw new IllegalArgumentException(
          "%d replicas with primaries %s cannot be placed on %s"
              .formatted(replication, primaries, hosts));
    }
    var placing = new Followers(primaries, hosts, replication, atHand);
    for (int partition = 0; partition < primaries.size(); partition++) {
      placing.followers.add(new ArrayList<>());
      placing.fill(partition, atHand);
    }
    for (int partition = 0; partition < primaries.size(); partition++) {
      placing.fill(partition, (_, _) -> true);
    }
    placing.spread();
    var copies = new ArrayList<ReplicaHolders>();
    for (int partition = 0; partition < primaries.size(); partition++) {
      copies.add(new ReplicaHolders(primaries.get(partition), placing.followers.get(partition)));
    }
    return List.copyOf(copies);
  }

  /** Adds suitable followers until there are enough, or no more members. */
  private void fill(int partition, Shares.AtHand fit) {
    while (followers.get(partition).size() < each) {
      Optional<Integer> best =
          members.stream()
              .filter(member -> isFree(partition, member) && fit.has(member, partition))
              .min(preference(partition));
      if (best.isEmpty()) {
        return;
      }
      follow(partition, best.get());
    }
  }

  private boolean isFree(int partition, int member) {
    return primaries.get(partition) != member && !followers.get(partition).contains(member);
  }

  private Comparator<Integer> preference(int partition) {
    return Comparator.comparing((Integer member) -> isNear(partition, member))
        .thenComparingInt(this::load);
  }

  private boolean isNear(int partition, int member) {
    return host(member).equals(host(primaries.get(partition)));
  }

  private String host(int member) {
    return hosts.getOrDefault(member, "");
  }

  private int load(int member) {
    return followed(member).size();
  }

  /** A replica that the member does not have yet is the first that it gives up. */
  private static Comparator<Integer> cheapest(int member, Shares.AtHand atHand) {
    return Comparator.comparing((Integer partition) -> atHand.has(member, partition))
        .thenComparing(Comparator.naturalOrder());
  }

  private Set<Integer> followed(int member) {
    return Optional.ofNullable(followed.get(member)).orElseThrow();
  }

  private void follow(int partition, int member) {
    followers.get(partition).add(member);
    followed(member).add(partition);
  }

  private void leave(int partition, int member) {
    followers.get(partition).remove(Integer.valueOf(member));
    followed(member).remove(partition);
  }

  /** Each move makes the loads more even, so there are fewer moves than replicas. */
  private void spread() {
    for (int move = 0; move < primaries.size() * Math.max(1, each); move++) {
      if (!moveOne()) {
        return;
      }
    }
  }

  private boolean moveOne() {
    List<Integer> byLoad = members.stream().sorted(Comparator.comparingInt(this::load)).toList();
    for (int from : byLoad.reversed()) {
      for (int to : byLoad) {
        if (load(from) - load(to) < 2) {
          break;
        }
        Optional<Integer> partition = movable(from, to);
        if (partition.isPresent()) {
          leave(partition.get(), from);
          follow(partition.get(), to);
          return true;
        }
      }
    }
    return false;
  }

  private Optional<Integer> movable(int from, int to) {
    return followed(from).stream()
        .filter(partition -> isFree(partition, to))
        .filter(partition -> isNear(partition, from) || !isNear(partition, to))
        .findFirst();
  }
}
