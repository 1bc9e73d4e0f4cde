package dev.ductile.runtime.ring;

import dev.ductile.runtime.protocol.Kind;
import dev.ductile.runtime.protocol.Member;
import dev.ductile.runtime.wire.Connection;
import dev.ductile.runtime.wire.Payload;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Workers that are to take part from the next generation on, and learn all numbers from this one:
 * partition after partition while training goes on, and of what they have the sum of each step.
 * Once one has all, no step is safe without it.
 */
final class Newcomers {
  /** So much may wait for a newcomer to read it; then training goes first. */
  private static final long WINDOW = 1 << 20;

  /** Where more waits, sums among it, training waits too. */
  private static final long MOST_WAITING = 16 * WINDOW;

  private final Replica replica;
  private final Function<Member, Connection> connect;
  private final Map<Integer, Newcomer> all = new LinkedHashMap<>();
  private int generation;
  private int self = -1;

  /** One of them: it has all partitions before {@code next}. */
  private static final class Newcomer {
    private final Connection line;
    private int next;
    private boolean complete;
    private long told;
    private long answered;

    Newcomer(Connection line) {
      this.line = line;
    }

    /** Whoever has answered all that it was told has read it too. */
    boolean isSafe() {
      return told == answered || (!complete && line.waitingBytes() < MOST_WAITING);
    }
  }

  Newcomers(Replica replica, Function<Member, Connection> connect) {
    this.replica = replica;
    this.connect = connect;
  }

  /** Nobody learns any more. */
  void begin(int newGeneration, int me) {
    all.clear();
    generation = newGeneration;
    self = me;
  }

  /** Somebody is to learn; whoever learns already begins anew. */
  void add(Member member) {
    all.put(member.task(), new Newcomer(connect.apply(member)));
  }

  void lost(int task) {
    all.remove(task);
  }

  boolean has(int task) {
    return all.containsKey(task);
  }

  /** Sends a partition to each that has room for it; whether there is more to do at once. */
  boolean proceed() {
    boolean more = false;
    for (Newcomer one : all.values()) {
      if (!one.complete && one.line.isOpen() && one.line.waitingBytes() < WINDOW) {
        sendNext(one);
        more |= !one.complete;
      }
    }
    return more;
  }

  private void sendNext(Newcomer to) {
    if (to.next == replica.layout().partitions().size()) {
      send(to, Kind.SNAPSHOT, -1, replica.version(), -1, Payload.NONE);
      to.complete = true;
      return;
    }
    int partition = to.next++;
    int floats = replica.layout().partitions().get(partition).floats();
    for (int number = 0; number < replica.arrays(partition); number++) {
      float[] array = replica.array(partition, number);
      Payload copy = Payload.copyOf(array, replica.begin(partition), floats);
      send(to, Kind.SNAPSHOT, partition, replica.version(), number, copy);
    }
    send(to, Kind.SNAPSHOT, partition, replica.version(), -1, Payload.NONE);
  }

  /** The sum of a step is whole. */
  void tell(Sum sum) {
    all.values().forEach(one -> tell(one, sum));
  }

  private void tell(Newcomer to, Sum sum) {
    if (to.next == 0) {
      // it has nothing yet that the sum could change, and would not know who speaks
      return;
    }
    for (int partition = 0; partition < replica.layout().partitions().size(); partition++) {
      boolean sent = partition < to.next && !replica.isKeyed(partition);
      if (sent || replica.decides(partition)) {
        int floats = replica.layout().partitions().get(partition).floats();
        send(to, Kind.UPDATE, partition, 0, numbers(to, sum, replica.begin(partition), floats));
      }
    }
    for (int from = 0; from < sum.keyCount(); from += Collective.FRAME_FLOATS) {
      int count = Math.min(Collective.FRAME_FLOATS, sum.keyCount() - from);
      send(to, Kind.UPDATE_KEYED, -1, sum.keyCount(), keys(sum.keys(), from, count));
    }
    for (int from = sum.dense(); from < sum.length(); from += Collective.FRAME_FLOATS) {
      int count = Math.min(Collective.FRAME_FLOATS, sum.length() - from);
      send(to, Kind.UPDATE, -1, from - sum.dense(), numbers(to, sum, from, count));
    }
    send(to, Kind.PREPARED, -1, 0, Payload.NONE);
    to.told++;
  }

  /** Who has all is waited for, so for it the sum stays as it is. */
  private static Payload numbers(Newcomer to, Sum sum, int from, int count) {
    return to.complete
        ? Payload.of(sum.numbers(), from, count)
        : Payload.copyOf(sum.numbers(), from, count);
  }

  static Payload keys(int[] keys, int from, int count) {
    var bytes = ByteBuffer.allocate(count * Integer.BYTES);
    bytes.asIntBuffer().put(keys, from, count);
    return Payload.of(bytes.array());
  }

  void answered(int task) {
    Newcomer one = all.get(task);
    if (one == null || one.answered == one.told) {
      throw new IllegalArgumentException("task %d has nothing to answer".formatted(task));
    }
    one.answered++;
  }

  /** Whether all who have all numbers have the whole sum too, and nobody is far behind. */
  boolean areSafe() {
    return all.values().stream().allMatch(Newcomer::isSafe);
  }

  void committed() {
    all.values().forEach(one -> send(one, Kind.COMMITTED, -1, 0, Payload.NONE));
  }

  /** This worker stands for another generation: nothing more will come from it. */
  void end(int nextGeneration) {
    generation = nextGeneration;
    all.values().forEach(one -> send(one, Kind.REFUSED, -1, 0, Payload.NONE));
    all.clear();
  }

  private void send(Newcomer to, Kind kind, int partition, int extra, Payload payload) {
    send(to, kind, partition, replica.version(), extra, payload);
  }

  private void send(Newcomer to, Kind kind, int partition, long clock, int extra, Payload payload) {
    to.line.send(kind.header(generation, partition, self, clock, extra), payload);
  }
}
