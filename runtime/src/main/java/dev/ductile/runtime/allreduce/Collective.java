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
 * One worker's all-reduces, one after another: a state machine that advances when floats can be
 * sent and when frames arrive, and never waits.
 *
 * <p>Large moves go in several frames, and received floats are forwarded frame by frame. Early
 * frames are kept: those of the next all-reduce, and those that must be added to floats that are
 * not yet complete, because sums are always made in the same order.
 *
 * <p>Floats are read when the sockets have room, so the array of one all-reduce may be changed only
 * when the next one is over. That cannot be before all workers have the whole first sum.
 */
public final class Collective {
  /** The largest number of floats in a frame. */
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

  /** Sends floats to another worker. */
  @FunctionalInterface
  public interface Outlet {
    /** Sends floats; they do not change before they are written. */
    void send(int peer, long clock, int round, float[] numbers, int from, int count);
  }

  private record Early(long clock, int round, FloatBuffer numbers) {}

  /** A move of floats to this worker, and the number that has arrived. */
  private static final class Coming {
    private final Move move;

    /** The number of sends before it in the order of moves. */
    private final int sendsBefore;

    private int done;

    Coming(Move move, int sendsBefore) {
      this.move = move;
      this.sendsBefore = sendsBefore;
    }

    boolean isMissing() {
      return done < move.count();
    }

    /** Whether some of these floats have not arrived. */
    boolean lacks(int from, int count) {
      return isMissing() && move.from() + done < from + count && from < move.to();
    }
  }

  /**
   * A collective that has not begun.
   *
   * @param mostKept the largest number of early floats that are kept
   */
  public Collective(long mostKept, Outlet outlet) {
    this.mostKept = mostKept;
    this.outlet = outlet;
  }

  /**
   * Begins to add up.
   *
   * @param newClock higher than that of the previous all-reduce, which is over
   * @param moves the moves of this worker; the others' come from the same algorithm
   * @param ours the floats of this worker, and in the end the sums
   * @param done called once, when all floats have arrived and all sends have begun
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
   * Takes a frame.
   *
   * @param payload little-endian floats; read during this call only
   * @throws IllegalArgumentException if no correct peer would send it
   */
  public void frame(int peer, long itsClock, int round, ByteBuffer payload) {
    int bytes = payload.remaining();
    if (bytes == 0 || bytes % Float.BYTES != 0 || bytes > FRAME_FLOATS * Float.BYTES) {
      throw new IllegalArgumentException("a frame of %d bytes holds no floats".formatted(bytes));
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
          "%d floats have come too early, more than %d".formatted(kept, mostKept));
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

  /** Adds or copies received floats; returns false if it is too early for them. */
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
    put(place.move.kind(), from, came);
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
        "peer %d sends %d floats too many in round %d".formatted(peer, count, round));
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

  private void put(Move.Kind kind, int from, FloatBuffer came) {
    if (kind == Move.Kind.COPY) {
      came.get(numbers, from, came.remaining());
    } else {
      Floats.add(came, numbers, from);
    }
  }

  /** Sends all floats that are ready, and ends when no move is left. */
  private void proceed() {
    while (sendNext < sends.size() && sendOne(sends.get(sendNext))) {
      // the floats that it changes are sent next
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
