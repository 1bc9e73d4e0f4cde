package dev.ductile.runtime.replication;

import dev.ductile.runtime.membership.AssignmentTable;
import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.Role;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The role of a task in one generation: the partitions of which it is primary or follower, and its
 * peers.
 */
public final class ReplicaRoles {
  private final int self;
  private final Map<Integer, Member> members;
  private final Set<Integer> workers;
  private final AssignmentTable table;
  private final List<Integer> led;

  public ReplicaRoles(int self, List<Member> roster, AssignmentTable table) {
    this.self = self;
    this.table = table;
    members = roster.stream().collect(Collectors.toMap(Member::task, Function.identity()));
    workers =
        roster.stream()
            .filter(member -> member.role() == Role.WORKER)
            .map(Member::task)
            .collect(Collectors.toCollection(TreeSet::new));
    led =
        IntStream.range(0, table.partitions().size())
            .filter(partition -> table.partitions().get(partition).primary() == self)
            .boxed()
            .toList();
  }

  /** A worker of an all-reduce job: it is the primary of all partitions, and none has followers. */
  public static ReplicaRoles ofAll(int self, List<Member> roster, int partitions) {
    var alone = new AssignmentTable.ReplicaHolders(self, List.of());
    return new ReplicaRoles(
        self, roster, new AssignmentTable(Collections.nCopies(partitions, alone), List.of()));
  }

  /** A task that is no member. */
  static ReplicaRoles none(int self) {
    return new ReplicaRoles(self, List.of(), AssignmentTable.EMPTY);
  }

  public Set<Integer> workers() {
    return workers;
  }

  /** The partitions of which this server is the primary. */
  public List<Integer> led() {
    return led;
  }

  Optional<Member> member(int task) {
    return Optional.ofNullable(members.get(task));
  }

  boolean leads(int partition) {
    return isPartition(partition) && table.partitions().get(partition).primary() == self;
  }

  /** Whether this server has a replica of the partition, as primary or follower. */
  public boolean keeps(int partition) {
    return isPartition(partition) && table.partitions().get(partition).has(self);
  }

  /** All partitions of which this server has a replica. */
  public List<Integer> kept() {
    return IntStream.range(0, table.partitions().size()).filter(this::keeps).boxed().toList();
  }

  boolean isFollowedBy(int partition, int task) {
    return table.partitions().get(partition).followers().contains(task);
  }

  int primary(int partition) {
    return table.partitions().get(partition).primary();
  }

  /** The tasks that follow at least one partition of which this server is the primary. */
  Set<Integer> followers() {
    return led.stream()
        .flatMap(partition -> table.partitions().get(partition).followers().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private boolean isPartition(int partition) {
    return partition >= 0 && partition < table.partitions().size();
  }
}
