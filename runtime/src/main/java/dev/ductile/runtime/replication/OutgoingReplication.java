package dev.ductile.runtime.replication;

import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.parameters.BatchSummary;
import dev.ductile.runtime.parameters.Replica;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.transport.FrameHeader;
import dev.ductile.runtime.transport.Payload;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.IntPredicate;

/**
 * The followers of this task's primary partitions in one generation. They get every update,
 * newcomers after a snapshot, and nothing is safe before they have confirmed it.
 */
public final class OutgoingReplication {
  /** The bytes that may wait for a newcomer to read; with more, training goes first. */
  private static final long SNAPSHOT_BYTES = 1 << 20;

  /** Training waits for any follower with more unread bytes, because they are kept in memory. */
  private static final long BEHIND_BYTES = 64 << 20;

  private final ReplicationContext context;
  private final Map<Integer, FollowerProgress> links = new LinkedHashMap<>();
  private final BitSet updated = new BitSet();
  private final Queue<Waiter> waiters = new ArrayDeque<>();

  /** An action to be run once these followers have seen these numbers of seals. */
  private record Waiter(Map<FollowerProgress, Long> needs, Runnable then) {
    boolean isDone() {
      return needs.entrySet().stream().allMatch(need -> need.getKey().hasSeen(need.getValue()));
    }
  }

  OutgoingReplication(ReplicationContext context) {
    this.context = context;
    for (int follower : context.roles().followers()) {
      FollowerProgress link = link(context.roles().member(follower).orElseThrow());
      link.oblige();
      for (int partition : context.roles().led()) {
        if (context.roles().isFollowedBy(partition, follower)) {
          link.attach(partition);
        }
      }
    }
  }

  private FollowerProgress link(Member member) {
    return links.computeIfAbsent(
        member.task(), task -> new FollowerProgress(member, context.around().peers().to(member)));
  }

  /**
   * A newcomer of an all-reduce job needs all partitions. A single worker makes steps faster than
   * any newcomer receives them, so it waits as soon as it has sent the last snapshot.
   */
  public void followAll(Member newcomer) {
    link(newcomer).hold();
    follow(new TaskMessage.Follow(newcomer, context.roles().led()));
  }

  /** A newcomer needs these partitions. */
  public void follow(TaskMessage.Follow wanted) {
    FollowerProgress link = link(wanted.to());
    for (int partition : wanted.partitions()) {
      context.led(partition);
      link.ask(partition);
    }
  }

  /** Whether this step's sum of the partition has been sent already. */
  public boolean hasUpdate(int partition) {
    return updated.get(partition);
  }

  /**
   * Sends the complete sum of a step to all followers of the partition; the second time nothing.
   */
  public void update(Replica copy, long step) {
    int partition = copy.partition().id();
    if (updated.get(partition)) {
      return;
    }
    updated.set(partition);
    if (copy.isUntouched()) {
      return;
    }
    FrameKind kind = copy.isWhole() ? FrameKind.UPDATE : FrameKind.UPDATE_KEYED;
    FrameHeader header = context.header(kind, partition, step, 0);
    for (FollowerProgress link : links.values()) {
      if (link.has(partition)) {
        link.line().send(header, UpdateCodec.of(copy, link.isWaitedFor()));
      }
    }
  }

  /** Sends a push to all followers of the partition, as it was received. */
  public void forward(FrameHeader push, BatchSummary batch, ByteBuffer payload) {
    List<FollowerProgress> to =
        links.values().stream().filter(link -> link.has(push.partition())).toList();
    if (to.isEmpty()) {
      return;
    }
    boolean whole = FrameKind.of(push.kind()) == FrameKind.PUSH;
    Payload copy = whole ? UpdateCodec.copyOf(payload) : UpdateCodec.keyed(push.extra(), payload);
    FrameKind kind = whole ? FrameKind.UPDATE : FrameKind.UPDATE_KEYED;
    FrameHeader header =
        kind.header(
            context.generation(), push.partition(), push.source(), push.clock(), batch.examples());
    to.forEach(link -> link.line().send(header, copy));
  }

  /** The frames sent up to here belong together, and must be confirmed. */
  public void seal(int split, long clock, BatchSummary batch) {
    int source = split < 0 ? context.self() : split;
    FrameHeader header =
        FrameKind.UPDATE_KEYED.header(context.generation(), -1, source, clock, batch.examples());
    Payload seal = UpdateCodec.seal(batch);
    for (FollowerProgress link : links.values()) {
      if (link.hasAny()) {
        link.line().send(header, seal);
        link.sealSent();
      }
    }
  }

  /** Runs the action when every required follower has confirmed all frames sent so far. */
  public void whenSafe(Runnable then) {
    var needs = new HashMap<FollowerProgress, Long>();
    links.values().stream()
        .filter(link -> link.isWaitedFor() || isBehind(link))
        .forEach(link -> needs.put(link, link.sealsSent()));
    waiters.add(new Waiter(needs, then));
    runWaiters();
  }

  private static boolean isBehind(FollowerProgress link) {
    return link.hasAny() && link.line().waitingBytes() > BEHIND_BYTES;
  }

  private void runWaiters() {
    for (Waiter next = waiters.peek(); next != null && next.isDone(); next = waiters.peek()) {
      waiters.remove();
      next.then().run();
    }
  }

  /** All followers may apply the step. */
  public void committed(long step) {
    FrameHeader header = context.header(FrameKind.COMMITTED, -1, step, 0);
    for (FollowerProgress link : links.values()) {
      if (link.hasAny()) {
        link.line().send(header);
      }
    }
    updated.clear();
  }

  /** A follower has confirmed. */
  public void answered(int follower, FrameHeader header) {
    FollowerProgress link = links.get(follower);
    if (link == null) {
      throw new IllegalArgumentException("task %d follows nothing here".formatted(follower));
    }
    if (header.extra() == -1) {
      link.snapshotSeen(header.partition());
    } else {
      link.sealSeen();
    }
    List<Integer> completed = link.completed();
    if (!completed.isEmpty()) {
      FrameHeader told = context.header(FrameKind.SNAPSHOT, -1, context.step(), -1);
      link.line().send(told, UpdateCodec.partitions(completed));
    }
    runWaiters();
  }

  /**
   * A lost newcomer is not required any more; after the loss of another follower the master must
   * decide.
   */
  void lost(int follower) {
    FollowerProgress link = links.get(follower);
    if (link != null && !link.isWaitedFor()) {
      links.remove(follower);
      waiters.forEach(waiter -> waiter.needs().remove(link));
      runWaiters();
    }
  }

  /** Whether no task follows a partition of this task, or is about to. */
  public boolean isEmpty() {
    return links.isEmpty();
  }

  /** Whether a task follows a partition of this task, or is about to. */
  public boolean has(int task) {
    return links.containsKey(task);
  }

  /** Sends nothing more to any follower: this task halts for another generation. */
  public void end(int nextGeneration) {
    FrameHeader header =
        FrameKind.REFUSED.header(nextGeneration, -1, context.self(), context.step(), 0);
    links.values().forEach(link -> link.line().send(header));
    links.clear();
    waiters.clear();
  }

  /**
   * Sends the next snapshot to each newcomer that has room for it; returns whether there is more to
   * do.
   *
   * @param even whether a partition's parameters are the whole state that a new follower needs now
   */
  boolean slice(IntPredicate even) {
    boolean more = false;
    for (FollowerProgress link : links.values()) {
      more |= slice(link, even);
    }
    return more;
  }

  private boolean slice(FollowerProgress link, IntPredicate even) {
    if (link.missing().isEmpty() || link.line().waitingBytes() > SNAPSHOT_BYTES) {
      return false;
    }
    for (int partition : link.missing()) {
      if (even.test(partition)) {
        send(link, context.led(partition));
        return !link.missing().isEmpty();
      }
    }
    return false;
  }

  private void send(FollowerProgress link, Replica copy) {
    int partition = copy.partition().id();
    for (int number = 0; number < copy.arrays(); number++) {
      FrameHeader header = context.header(FrameKind.SNAPSHOT, partition, copy.version(), number);
      link.line().send(header, Payload.copyOf(copy.array(number), 0, copy.partition().floats()));
    }
    FrameHeader last = context.header(FrameKind.SNAPSHOT, partition, copy.version(), -1);
    link.line().send(last, UpdateCodec.memory(context.rateFactor(), copy.idle(), copy.marks()));
    link.snapshotSent(partition);
  }
}
