package dev.ductile.runtime.master.tasks;

import dev.ductile.runtime.membership.AssignmentTable;
import dev.ductile.runtime.membership.AssignmentTable.ReplicaHolders;
import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.protocol.TaskMessage.Fetch;
import dev.ductile.runtime.protocol.TaskMessage.Follow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/** Replicas and splits that have been ordered and have not arrived yet. */
public final class TransferOrders {
  /** The transfer of a partition or split to a task. */
  private record OrderedTransfer(int item, int receiver) {}

  /** The sender (-1: the receiver's disk or the source) and the receiver. */
  private record Route(int sender, int receiver) implements Comparable<Route> {
    @Override
    public int compareTo(Route other) {
      int first = Integer.compare(sender, other.sender);
      return first == 0 ? Integer.compare(receiver, other.receiver) : first;
    }
  }

  private final Participants participants;
  private final BiConsumer<Participant, TaskMessage> send;
  private final Map<OrderedTransfer, Integer> replicas = new HashMap<>();
  private final Map<OrderedTransfer, Integer> splits = new HashMap<>();
  private final Map<Integer, Long> moved = new HashMap<>();
  private final LongSupplier nanos;

  public TransferOrders(
      Participants participants, BiConsumer<Participant, TaskMessage> send, LongSupplier nanos) {
    this.participants = participants;
    this.send = send;
    this.nanos = nanos;
  }

  /** The number of replicas ordered for a task that have not arrived. */
  public long replicasFor(int task) {
    return replicas.keySet().stream().filter(each -> each.receiver() == task).count();
  }

  /** Whether splits that were ordered for a task have not arrived. */
  public boolean hasSplitsFor(int task) {
    return splits.keySet().stream().anyMatch(each -> each.receiver() == task);
  }

  /** The time in nanoseconds since something was last ordered for a task or arrived there. */
  public long quietNanos(int task) {
    long now = nanos.getAsLong();
    return now - moved.getOrDefault(task, now);
  }

  private void move(int task) {
    moved.put(task, nanos.getAsLong());
  }

  /** Orders missing replicas; returns whether none is missing. */
  public boolean orderReplicas(AssignmentTable goal, AssignmentTable table) {
    var orders = new TreeMap<Route, List<Integer>>();
    boolean complete = true;
    for (int partition = 0; partition < goal.partitions().size(); partition++) {
      ReplicaHolders wanted = goal.partitions().get(partition);
      ReplicaHolders now = table.partitions().get(partition);
      var all = new ArrayList<>(wanted.followers());
      all.add(wanted.primary());
      for (int to : all) {
        if (!now.has(to)) {
          complete = false;
          if (replicas.putIfAbsent(new OrderedTransfer(partition, to), now.primary()) == null) {
            orders
                .computeIfAbsent(new Route(now.primary(), to), _ -> new ArrayList<>())
                .add(partition);
          }
        }
      }
    }
    orders.keySet().forEach(route -> move(route.receiver()));
    orders.forEach((route, items) ->
        participants
            .task(route.sender())
            .ifPresent(from -> send.accept(from, new Follow(member(route.receiver()), items))));
    return complete;
  }

  /** Orders splits that their new owners do not have in memory; returns whether there are none. */
  public boolean orderSplits(List<Integer> owners) {
    var orders = new TreeMap<Route, List<Integer>>();
    boolean complete = true;
    for (int split = 0; split < owners.size(); split++) {
      int to = owners.get(split);
      int wanted = split;
      if (participants.task(to).filter(one -> one.hasLoaded(wanted)).isEmpty()) {
        complete = false;
        int from =
            participants.task(to).filter(one -> one.hasSplit(wanted)).isPresent()
                ? -1
                : owner(split);
        if (splits.putIfAbsent(new OrderedTransfer(split, to), from) == null) {
          orders.computeIfAbsent(new Route(from, to), _ -> new ArrayList<>()).add(split);
        }
      }
    }
    orders.keySet().forEach(route -> move(route.receiver()));
    orders.forEach((route, items) ->
        participants
            .task(route.receiver())
            .ifPresent(to -> send.accept(to, new Fetch(items, giver(route.sender())))));
    return complete;
  }

  private int owner(int split) {
    return participants
        .workers()
        .filter(one -> one.isOpen() && one.isInRoster() && one.hasSplit(split))
        .map(Participant::task)
        .findFirst()
        .orElse(-1);
  }

  private Member member(int task) {
    return participants.task(task).orElseThrow().member();
  }

  private Optional<Member> giver(int task) {
    return participants.task(task).map(Participant::member);
  }

  /** A new generation: replicas that have not arrived are dropped if they are in no table. */
  public void forgetReplicas() {
    replicas.clear();
  }

  public void came(int task, List<Integer> partitions) {
    partitions.forEach(partition -> replicas.remove(new OrderedTransfer(partition, task)));
    move(task);
  }

  public void fetched(int task, int split) {
    splits.remove(new OrderedTransfer(split, task));
    move(task);
  }

  /** Transfers from or to this task will not finish. */
  public void gone(int task) {
    moved.remove(task);
    replicas
        .entrySet()
        .removeIf(each -> each.getValue() == task || each.getKey().receiver() == task);
    splits.entrySet().removeIf(each -> each.getValue() == task || each.getKey().receiver() == task);
  }
}
