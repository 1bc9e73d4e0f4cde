package dev.ductile.runtime.server;

import dev.ductile.runtime.protocol.Kind;
import dev.ductile.runtime.protocol.Member;
import dev.ductile.runtime.protocol.Message;
import dev.ductile.runtime.state.Batch;
import dev.ductile.runtime.state.Copy;
import dev.ductile.runtime.wire.Header;
import dev.ductile.runtime.wire.Payload;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * The followers of the partitions that this server leads, in one generation: they get every update,
 * newcomers after a snapshot of their own, and nothing is safe before they have answered.
 */
final class Followers {
  /** So much may wait for a newcomer to read it; then training goes first. */
  private static final long SNAPSHOT_BYTES = 1 << 20;

  /** Who is so far behind is waited for, whoever it is: what waits is kept in memory. */
  private static final long BEHIND_BYTES = 64 << 20;

  private final Context context;
  private final Map<Integer, Link> links = new LinkedHashMap<>();
  private final BitSet updated = new BitSet();
  private final Queue<Waiter> waiters = new ArrayDeque<>();

  /** Something to be done once these have seen so many seals. */
  private record Waiter(Map<Link, Long> needs, Runnable then) {
    boolean isDone() {
      return needs.entrySet().stream().allMatch(need -> need.getKey().hasSeen(need.getValue()));
    }
  }

  Followers(Context context) {
    this.context = context;
    for (int follower : context.members().followers()) {
      Link link = link(context.members().member(follower).orElseThrow());
      link.oblige();
      for (int partition : context.members().led()) {
        if (context.members().isFollowedBy(partition, follower)) {
          link.attach(partition);
        }
      }
    }
  }

  private Link link(Member member) {
    return links.computeIfAbsent(
        member.task(), task -> new Link(member, context.around().peers().to(member)));
  }

  /** A newcomer wants these partitions. */
  void follow(Message.Follow wanted) {
    Link link = link(wanted.to());
    for (int partition : wanted.partitions()) {
      context.led(partition);
      link.ask(partition);
    }
  }

  /** Whether this step's sum of the partition is on its way already. */
  boolean hasUpdate(int partition) {
    return updated.get(partition);
  }

  /** The whole sum of a step goes to all that follow the partition; a second time nothing. */
  void update(Copy copy, long step) {
    int partition = copy.partition().id();
    if (updated.get(partition)) {
      return;
    }
    updated.set(partition);
    if (copy.isUntouched()) {
      return;
    }
    Kind kind = copy.isWhole() ? Kind.UPDATE : Kind.UPDATE_KEYED;
    Header header = context.header(kind, partition, step, 0);
    for (Link link : links.values()) {
      if (link.has(partition)) {
        link.line().send(header, Updates.of(copy, link.isWaitedFor()));
      }
    }
  }

  /** A push goes to all that follow the partition, as it came. */
  void forward(Header push, Batch batch, ByteBuffer payload) {
    List<Link> to = links.values().stream().filter(link -> link.has(push.partition())).toList();
    if (to.isEmpty()) {
      return;
    }
    boolean whole = Kind.of(push.kind()) == Kind.PUSH;
    Payload copy = whole ? Updates.copyOf(payload) : Updates.keyed(push.extra(), payload);
    Kind kind = whole ? Kind.UPDATE : Kind.UPDATE_KEYED;
    Header header =
        kind.header(
            context.generation(), push.partition(), push.source(), push.clock(), batch.examples());
    to.forEach(link -> link.line().send(header, copy));
  }

  /** What was sent up to here belongs together, and is to be answered. */
  void seal(int split, long clock, Batch batch) {
    int source = split < 0 ? context.self() : split;
    Header header =
        Kind.UPDATE_KEYED.header(context.generation(), -1, source, clock, batch.examples());
    Payload seal = Updates.seal(batch);
    for (Link link : links.values()) {
      if (link.hasAny()) {
        link.line().send(header, seal);
        link.sealSent();
      }
    }
  }

  /** Runs it when everybody who is waited for has all that was sent up to now. */
  void whenSafe(Runnable then) {
    var needs = new HashMap<Link, Long>();
    links.values().stream()
        .filter(link -> link.isWaitedFor() || isBehind(link))
        .forEach(link -> needs.put(link, link.sealsSent()));
    waiters.add(new Waiter(needs, then));
    runWaiters();
  }

  private static boolean isBehind(Link link) {
    return link.hasAny() && link.line().waitingBytes() > BEHIND_BYTES;
  }

  private void runWaiters() {
    for (Waiter next = waiters.peek(); next != null && next.isDone(); next = waiters.peek()) {
      waiters.remove();
      next.then().run();
    }
  }

  /** All may apply the step. */
  void committed(long step) {
    Header header = context.header(Kind.COMMITTED, -1, step, 0);
    for (Link link : links.values()) {
      if (link.hasAny()) {
        link.line().send(header);
      }
    }
    updated.clear();
  }

  /** A follower has answered. */
  void answered(int follower, Header header) {
    Link link = links.get(follower);
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
      Header told = context.header(Kind.SNAPSHOT, -1, context.step(), -1);
      link.line().send(told, Updates.partitions(completed));
    }
    runWaiters();
  }

  /** A newcomer that is gone is waited for no longer; without others the master must decide. */
  void lost(int follower) {
    Link link = links.get(follower);
    if (link != null && !link.isWaitedFor()) {
      links.remove(follower);
      waiters.forEach(waiter -> waiter.needs().remove(link));
      runWaiters();
    }
  }

  /** Whether a task follows anything here, or is about to. */
  boolean has(int task) {
    return links.containsKey(task);
  }

  /** Sends the next snapshot to each newcomer that has room for it; whether there is more to do. */
  boolean slice(Pace pace) {
    boolean more = false;
    for (Link link : links.values()) {
      more |= slice(link, pace);
    }
    return more;
  }

  private boolean slice(Link link, Pace pace) {
    if (link.missing().isEmpty() || link.line().waitingBytes() > SNAPSHOT_BYTES) {
      return false;
    }
    for (int partition : link.missing()) {
      if (pace.isEven(partition)) {
        send(link, context.led(partition));
        link.missing().remove(partition);
        return !link.missing().isEmpty();
      }
    }
    return false;
  }

  private void send(Link link, Copy copy) {
    int partition = copy.partition().id();
    for (int number = 0; number < copy.arrays(); number++) {
      Header header = context.header(Kind.SNAPSHOT, partition, copy.version(), number);
      link.line().send(header, Payload.copyOf(copy.array(number), 0, copy.partition().floats()));
    }
    Header last = context.header(Kind.SNAPSHOT, partition, copy.version(), -1);
    link.line().send(last, Updates.memory(context.rateFactor(), copy.idle(), copy.marks()));
    link.snapshotSent(partition);
  }
}
