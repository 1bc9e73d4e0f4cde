package dev.ductile.runtime.replication;

import dev.ductile.runtime.parameters.BatchSummary;
import dev.ductile.runtime.parameters.Replica;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.FrameHeader;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The partitions that this task follows: it applies the updates of their primaries. */
final class IncomingReplication {
  private final ReplicationContext context;
  private final Consumer<List<Integer>> synced;
  private final Map<Integer, Integer> leaders = new HashMap<>();
  private final Map<Integer, Float> rateFactors = new HashMap<>();
  private final Map<Integer, Arrival> arriving = new HashMap<>();
  private final Set<Integer> complete = new HashSet<>();

  /** A replica whose arrays have not all arrived. */
  private record Arrival(int leader, Replica copy) {}

  IncomingReplication(ReplicationContext context, Consumer<List<Integer>> synced) {
    this.context = context;
    this.synced = synced;
    for (int partition : context.roles().kept()) {
      if (!context.roles().leads(partition)) {
        leaders.put(partition, context.roles().primary(partition));
      }
    }
  }

  /** Whether a snapshot of this generation is as good as any other replica. */
  boolean isComplete(int partition) {
    return complete.contains(partition);
  }

  void snapshot(Connection from, FrameHeader header, ByteBuffer payload) {
    int partition = header.partition();
    if (partition == -1) {
      List<Integer> all = UpdateCodec.partitions(payload);
      all.forEach(one -> followed(from.peer(), one));
      complete.addAll(all);
      synced.accept(all);
      return;
    }
    if (context.roles().keeps(partition)) {
      throw new IllegalArgumentException(
          "task %d has partition %d already".formatted(context.self(), partition));
    }
    if (header.extra() == 0) {
      Replica blank = context.store().blank(partition, header.clock());
      arriving.put(partition, new Arrival(from.peer(), blank));
    }
    Arrival arrival = arriving.get(partition);
    if (arrival == null || arrival.leader() != from.peer()) {
      throw new IllegalArgumentException(
          "array %d of partition %d came first".formatted(header.extra(), partition));
    }
    if (header.extra() >= 0) {
      arrival.copy().fill(header.extra(), payload);
    } else {
      finish(from, arrival.copy(), payload);
    }
  }

  private void finish(Connection from, Replica copy, ByteBuffer payload) {
    ByteBuffer memory = payload.duplicate();
    rateFactors.put(from.peer(), memory.getFloat());
    copy.goOnFrom(copy.version(), memory.getLong());
    UpdateCodec.marks(memory).forEach(copy::mark);
    int partition = copy.partition().id();
    arriving.remove(partition);
    leaders.put(partition, from.peer());
    context.store().put(copy);
    from.send(context.header(FrameKind.UPDATED, partition, copy.version(), -1));
  }

  void update(Connection from, FrameHeader header, ByteBuffer payload) {
    if (header.partition() == -1) {
      seal(from, header, payload);
      return;
    }
    Replica copy = followed(from.peer(), header.partition());
    if (context.isLockstep()) {
      requireVersion(copy, header.clock());
      add(copy, from.peer(), header, payload);
      return;
    }
    var mark = new BatchSummary.Mark(header.source(), header.clock());
    if (copy.mark(mark.split()) < mark.clock()) {
      add(copy, from.peer(), header, payload);
      copy.prepare(new BatchSummary(header.extra(), rateFactor(from.peer()), List.of(mark)));
      context.store().commit(copy);
      context.store().apply(copy);
    }
  }

  private void add(Replica copy, int leader, FrameHeader header, ByteBuffer payload) {
    if (FrameKind.of(header.kind()) == FrameKind.UPDATE) {
      copy.add(leader, payload);
    } else {
      ByteBuffer in = payload.slice();
      copy.add(leader, in.getInt(), in.slice());
    }
  }

  private void seal(Connection from, FrameHeader header, ByteBuffer payload) {
    boolean lockstep = context.isLockstep();
    BatchSummary batch = UpdateCodec.seal(header.extra(), rateFactor(from.peer()), payload);
    for (Replica copy : of(from.peer())) {
      if (lockstep) {
        requireVersion(copy, header.clock());
        copy.prepare(batch);
      } else {
        var mark = new BatchSummary.Mark(header.source(), header.clock());
        context.store().pass(copy, mark, batch.rateFactor());
      }
    }
    from.send(context.header(FrameKind.UPDATED, -1, header.clock(), 0));
  }

  void committed(Connection from, FrameHeader header) {
    List<Replica> theirs = of(from.peer());
    for (Replica copy : theirs) {
      requireVersion(copy, header.clock());
      if (!copy.isPrepared()) {
        throw new IllegalArgumentException(
            "task %d commits step %d before it has sealed it"
                .formatted(from.peer(), header.clock()));
      }
    }
    theirs.forEach(context.store()::commit);
  }

  /** Replicas of a lost primary get no updates: incomplete ones are dropped. */
  void lost(int leader) {
    leaders.entrySet().stream()
        .filter(entry -> entry.getValue() == leader)
        .map(Map.Entry::getKey)
        .filter(partition -> !context.roles().keeps(partition) && !isComplete(partition))
        .toList()
        .forEach(partition -> {
          leaders.remove(partition);
          context.store().drop(partition);
        });
    arriving.values().removeIf(arrival -> arrival.leader() == leader);
  }

  /** The replicas that this task has of a primary's partitions. */
  private List<Replica> of(int leader) {
    return leaders.entrySet().stream()
        .filter(entry -> entry.getValue() == leader)
        .flatMap(entry -> context.store().find(entry.getKey()).stream())
        .toList();
  }

  private float rateFactor(int leader) {
    Float told = rateFactors.get(leader);
    return told == null ? context.rateFactor() : told;
  }

  private Replica followed(int leader, int partition) {
    if (leaders.getOrDefault(partition, -1) != leader) {
      throw new IllegalArgumentException(
          "task %d does not follow task %d in partition %d"
              .formatted(context.self(), leader, partition));
    }
    return context
        .store()
        .find(partition)
        .orElseThrow(() -> new IllegalArgumentException("nothing is here of " + partition));
  }

  private static void requireVersion(Replica copy, long clock) {
    if (copy.version() != clock) {
      throw new IllegalArgumentException(
          "partition %d is at version %d, not %d"
              .formatted(copy.partition().id(), copy.version(), clock));
    }
  }
}
