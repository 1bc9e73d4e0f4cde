package dev.ductile.runtime.master.tasks;

import dev.ductile.runtime.membership.AssignmentTable;
import dev.ductile.runtime.membership.AssignmentTable.Copies;
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
  /** A partition or split, and its receiver. */
  private record Errand(int thing, int to) {}

  /** The sender, or -1 for the receiver's disk or the source, and the receiver. */
  private record Way(int from, int to) implements Comparable<Way> {
    @Override
    public int compareTo(Way other) {
      int first = Integer.compare(from, other.from);
      return first == 0 ? Integer.compare(to, other.to) : first;
    }
  }

  private final Participants participants;
  private final BiConsumer<Participant, TaskMessage> send;
  private final Map<Errand, Integer> copies = new HashMap<>();
  private final Map<Errand, Integer> splits = new HashMap<>();
  private final Map<Integer, Long> moved = new HashMap<>();
  private final LongSupplier nanos;

  public TransferOrders(
      Participants participants, BiConsumer<Participant, TaskMessage> send, LongSupplier nanos) {
    this.participants = participants;
    this.send = send;
    this.nanos = nanos;
  }

  /** The number of replicas ordered for a task that have not arrived. */
  public long copiesFor(int task) {
    return copies.keySet().stream().filter(each -> each.to() == task).count();
  }

  /** Whether splits that were ordered for a task have not arrived. */
  public boolean hasSplitsFor(int task) {
    return splits.keySet().stream().anyMatch(each -> each.to() == task);
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
  public boolean orderCopies(AssignmentTable goal, AssignmentTable table) {
    var orders = new TreeMap<Way, List<Integer>>();
    boolean complete = true;
    for (int partition = 0; partition < goal.partitions().size(); partition++) {
      Copies wanted = goal.partitions().get(partition);
      Copies now = table.partitions().get(partition);
      var all = new ArrayList<>(wanted.followers());
      all.add(wanted.primary());
      for (int to : all) {
        if (!now.has(to)) {
          complete = false;
          if (copies.putIfAbsent(new Errand(partition, to), now.primary()) == null) {
            orders
                .computeIfAbsent(new Way(now.primary(), to), _ -> new ArrayList<>())
                .add(partition);
          }
        }
      }
    }
    orders.keySet().forEach(way -> move(way.to()));
    orders.forEach((way, things) ->
        participants
            .task(way.from())
            .ifPresent(from -> send.accept(from, new Follow(member(way.to()), things))));
    return complete;
  }

  /** Orders splits that their new owners do not have in memory; returns whether there are none. */
  public boolean orderSplits(List<Integer> owners) {
    var orders = new TreeMap<Way, List<Integer>>();
    boolean complete = true;
    for (int split = 0; split < owners.size(); split++) {
      int to = owners.get(split);
      int wanted = split;
      if (participants.task(to).filter(one -> one.hasLoaded(wanted)).isEmpty()) {
        complete = false;
        int from =
            participants.task(to).filter(one -> one.hasSplit(wanted)).isPresent()
                ? -1
                : haver(split);
        if (splits.putIfAbsent(new Errand(split, to), from) == null) {
          orders.computeIfAbsent(new Way(from, to), _ -> new ArrayList<>()).add(split);
        }
      }
    }
    orders.keySet().forEach(way -> move(way.to()));
    orders.forEach((way, things) ->
        participants
            .task(way.to())
            .ifPresent(to -> send.accept(to, new Fetch(things, giver(way.from())))));
    return complete;
  }

  private int haver(int split) {
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

  /** A new generation: replicas on their way are dropped where they are in no table. */
  public void forgetCopies() {
    copies.clear();
  }

  public void came(int task, List<Integer> partitions) {
    partitions.forEach(partition -> copies.remove(new Errand(partition, task)));
    move(task);
  }

  public void fetched(int task, int split) {
    splits.remove(new Errand(split, task));
    move(task);
  }

  /** Transfers from or to this task will not finish. */
  public void gone(int task) {
    moved.remove(task);
    copies.entrySet().removeIf(each -> each.getValue() == task || each.getKey().to() == task);
    splits.entrySet().removeIf(each -> each.getValue() == task || each.getKey().to() == task);
  }
}
