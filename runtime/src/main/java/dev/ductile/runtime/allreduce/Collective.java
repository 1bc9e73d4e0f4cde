package dev.ductile.runtime.allreduce;

import dev.ductile.runtime.transport.Floats;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;

/**
 * One worker's all-reduces, one after another: a state machine that moves when numbers are there to
 * send and when frames come, and never waits.
 *
 * <p>Large moves go in several frames, and what has come is sent on frame by frame. Frames that
 * come before their time are kept: those of the next all-reduce, and those that are to be added to
 * numbers that are not yet complete, for sums are always made in the same order.
 *
 * <p>Numbers are read when the sockets have room, so the array of one all-reduce may be changed
 * only when the next one is over; for that cannot be before everybody has all of the first.
 */
public final class Collective {
  /** So many numbers a frame has at most. */
  public static final int FRAME_FLOATS = 65_536;

  private final long mostKept;
  private final Outlet outlet;
  private final Map<Integer, Queue<Early>> early = new TreeMap<>();
  private long kept;
  private long clock = -1;
  private boolean running;
  private float[] numbers = {};
  private Runnable whenDone = () -> {};
  private List<Move> sends = List.of();
  private int sendNext;
  private int sent;
  private List<Coming> coming = List.of();

  /** Takes what is to be sent. */
  @FunctionalInterface
  public interface Outlet {
    /** The numbers do not change before they are sent. */
    void send(int peer, long clock, int round, float[] numbers, int from, int count);
  }

  private record Early(long clock, int round, FloatBuffer numbers) {}

  /** A move of numbers that come, and how many have. */
  private static final class Coming {
    private final Move move;

    /** How many sends come before it in the order of moves. */
    private final int sendsBefore;

    private int done;

    Coming(Move move, int sendsBefore) {
      this.move = move;
      this.sendsBefore = sendsBefore;
    }

    boolean isMissing() {
      return done < move.count();
    }

    /** Whether some of these numbers are still to come. */
    boolean lacks(int from, int count) {
      return isMissing() && move.from() + done < from + count && from < move.to();
    }
  }

  /**
   * A collective that has not begun.
   *
   * @param mostKept so many numbers that come before their time are kept, and no more
   */
  public Collective(long mostKept, Outlet outlet) {
    this.mostKept = mostKept;
    this.outlet = outlet;
  }

  /**
   * Begins to add up.
   *
   * @param newClock higher than that of the one before, which is over
   * @param moves what this worker does; the others' come from the same algorithm
   * @param ours what this worker adds, and in the end the sums
   * @param done called once, when all has come and all is on its way
   */
  public void begin(long newClock, List<Move> moves, float[] ours, Runnable done) {
    if (running || newClock <= clock) {
      throw new IllegalStateException(
          "%d cannot begin after %d%s".formatted(newClock, clock, running ? ", not over" : ""));
    }
    clock = newClock;
    running = true;
    numbers = ours;
    whenDone = done;
    sendNext = 0;
    sent = 0;
    sort(moves);
    takeEarly();
    proceed();
  }

  private void sort(List<Move> moves) {
    var going = new ArrayList<Move>();
    var expected = new ArrayList<Coming>();
    for (Move move : moves) {
      if (move.comes()) {
        expected.add(new Coming(move, going.size()));
      } else {
        going.add(move);
      }
    }
    sends = List.copyOf(going);
    coming = expected;
  }

  /**
   * A frame has come.
   *
   * @param payload little-endian numbers; read during this call only
   * @throws IllegalArgumentException where no honest peer would send it
   */
  public void frame(int peer, long itsClock, int round, ByteBuffer payload) {
    int bytes = payload.remaining();
    if (bytes == 0 || bytes % Float.BYTES != 0 || bytes > FRAME_FLOATS * Float.BYTES) {
      throw new IllegalArgumentException("no numbers are in a frame of %d bytes".formatted(bytes));
    }
    FloatBuffer came = Floats.of(payload);
    boolean first = early.getOrDefault(peer, new ArrayDeque<>()).isEmpty();
    if (!first || !take(peer, itsClock, round, came)) {
      keep(peer, itsClock, round, came);
      return;
    }
    takeEarly();
    proceed();
  }

  private void keep(int peer, long itsClock, int round, FloatBuffer came) {
    kept += came.remaining();
    if (kept > mostKept) {
      throw new IllegalArgumentException(
          "%d numbers have come before their time, more than %d".formatted(kept, mostKept));
    }
    FloatBuffer copy = FloatBuffer.allocate(came.remaining()).put(came).flip();
    early.computeIfAbsent(peer, key -> new ArrayDeque<>()).add(new Early(itsClock, round, copy));
  }

  private void takeEarly() {
    boolean again = kept > 0;
    while (again) {
      again = false;
      for (var entry : early.entrySet()) {
        again |= takeEarly(entry.getKey(), entry.getValue());
      }
    }
  }

  private boolean takeEarly(int peer, Queue<Early> waiting) {
    boolean any = false;
    for (Early next = waiting.peek(); next != null; next = waiting.peek()) {
      int count = next.numbers().remaining();
      if (!take(peer, next.clock(), next.round(), next.numbers())) {
        break;
      }
      waiting.remove();
      kept -= count;
      any = true;
    }
    return any;
  }

  /** Adds or copies what has come; false where it is not yet its time. */
  private boolean take(int peer, long itsClock, int round, FloatBuffer came) {
    if (itsClock < clock || (itsClock == clock && !running)) {
      throw new IllegalArgumentException(
          "peer %d sends to %d, which is over at %d".formatted(peer, itsClock, clock));
    }
    if (itsClock > clock) {
      return false;
    }
    Coming place = expected(peer, round, came.remaining());
    int from = place.move.from() + place.done;
    if (lacksBefore(place, from, came.remaining())) {
      return false;
    }
    place.done += came.remaining();
    put(place.move.what(), from, came);
    return true;
  }

  private Coming expected(int peer, int round, int count) {
    for (Coming place : coming) {
      Move move = place.move;
      if (move.peer() == peer && move.round() == round && place.done + count <= move.count()) {
        return place;
      }
    }
    throw new IllegalArgumentException(
        "peer %d sends %d numbers too many in round %d".formatted(peer, count, round));
  }

  private boolean lacksBefore(Coming place, int from, int count) {
    for (Coming earlier : coming) {
      if (earlier == place) {
        return false;
      }
      if (earlier.lacks(from, count)) {
        return true;
      }
    }
    return false;
  }

  private void put(Move.What what, int from, FloatBuffer came) {
    if (what == Move.What.COPY) {
      came.get(numbers, from, came.remaining());
    } else {
      Floats.add(came, numbers, from);
    }
  }

  /** Sends what is ready, and ends when nothing is left. */
  private void proceed() {
    while (sendNext < sends.size() && sendOne(sends.get(sendNext))) {
      // what it changes is which is next
    }
    if (sendNext == sends.size() && coming.stream().noneMatch(Coming::isMissing)) {
      running = false;
      whenDone.run();
    }
  }

  private boolean sendOne(Move move) {
    int from = move.from() + sent;
    int count = Math.min(FRAME_FLOATS, move.count() - sent);
    for (Coming earlier : coming) {
      if (earlier.sendsBefore > sendNext) {
        break;
      }
      if (earlier.lacks(from, count)) {
        return false;
      }
    }
    sent += count;
    if (sent == move.count()) {
      sent = 0;
      sendNext++;
    }
    outlet.send(move.peer(), clock, move.round(), numbers, from, count);
    return true;
  }
}
