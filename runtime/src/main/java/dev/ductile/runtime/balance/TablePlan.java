package dev.ductile.runtime.balance;

import dev.ductile.runtime.membership.AssignmentTable;
import dev.ductile.runtime.membership.AssignmentTable.ReplicaHolders;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Places partitions and splits on tasks.
 *
 * @param table the current holders
 * @param sizes the number of floats of each partition
 * @param splits the number of splits
 * @param replication the number of replicas of a partition
 * @param holders the tasks that should hold partitions, with their hosts
 * @param workers the tasks that should hold splits; without any, splits stay where they are
 */
public record TablePlan(
    AssignmentTable table,
    List<Long> sizes,
    int splits,
    int replication,
    Map<Integer, String> holders,
    List<Integer> workers) {

  private int partitions() {
    return sizes.size();
  }

  /** The balanced table, whatever must move for it: partitions by bytes, splits by number. */
  public AssignmentTable goal(Shares.AtHand hasCopy, Shares.AtHand hasSplit) {
    List<Integer> servers = holders.keySet().stream().sorted().toList();
    List<Integer> before = IntStream.range(0, partitions()).mapToObj(this::primary).toList();
    List<Integer> primaries = WeighedShares.deal(before, sizes, servers, hasCopy);
    return new AssignmentTable(
        Followers.place(primaries, holders, replication, hasCopy),
        workers.isEmpty() ? owners() : Shares.deal(owners(), workers, Shares.Gives.LAST, hasSplit));
  }

  private int primary(int partition) {
    return partition < table.partitions().size() ? table.partitions().get(partition).primary() : -1;
  }

  private List<Integer> owners() {
    return table.splits().size() == splits
        ? table.splits()
        : IntStream.range(0, splits).mapToObj(_ -> -1).toList();
  }

  /**
   * The table that is nearest to the goal and moves no parameters.
   *
   * @param valid the tasks with a valid replica of each partition, at least one for each
   * @param available the tasks that could train on a split at once
   */
  public AssignmentTable reachable(
      AssignmentTable goal, List<Set<Integer>> valid, List<Set<Integer>> available) {
    var load = new HashMap<Integer, Integer>();
    var copies = new ArrayList<ReplicaHolders>();
    for (int partition = 0; partition < partitions(); partition++) {
      ReplicaHolders wanted = goal.partitions().get(partition);
      int primary =
          pick(wanted.primary(), primary(partition), valid.get(partition), holders.keySet(), load);
      copies.add(new ReplicaHolders(primary, followers(wanted, primary, valid.get(partition))));
    }
    load.clear();
    var owners = new ArrayList<Integer>();
    for (int split = 0; split < splits; split++) {
      int wanted = goal.splits().get(split);
      Set<Integer> able = available.get(split);
      int before = owners().get(split);
      owners.add(able.isEmpty() ? wanted : pick(wanted, before, able, Set.copyOf(workers), load));
    }
    return new AssignmentTable(copies, owners);
  }

  /** The wanted task, or the previous one, or one that stays, or any. */
  private static int pick(
      int wanted, int before, Set<Integer> able, Set<Integer> staying, Map<Integer, Integer> load) {
    int picked =
        able.contains(wanted)
            ? wanted
            : able.contains(before)
                ? before
                : able.stream()
                    .min(
                        Comparator.comparing((Integer task) -> !staying.contains(task))
                            .thenComparing(task -> load.getOrDefault(task, 0))
                            .thenComparing(task -> task))
                    .orElseThrow();
    load.merge(picked, 1, Integer::sum);
    return picked;
  }

  private List<Integer> followers(ReplicaHolders wanted, int primary, Set<Integer> valid) {
    return valid.stream()
        .filter(task -> task != primary && holders.containsKey(task))
        .sorted(
            Comparator.comparing((Integer task) -> !wanted.has(task)).thenComparing(task -> task))
        .limit(Math.min(replication, holders.size()) - 1L)
        .toList();
  }
}
