package dev.ductile.runtime.server;

import dev.ductile.runtime.transport.Payload;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The time for which this server lets workers wait in a generation, and the part of it that is its
 * own work; in the rest it waits for other workers.
 */
final class Waits {
  private static final long MICRO = 1_000;

  private final LongSupplier nanos;
  private final Map<Integer, Long> heard = new HashMap<>();
  private final Map<Integer, Long> untilCommitted = new HashMap<>();
  private long begun;
  private long committing;

  /**
   * No waits yet.
   *
   * @param nanos a clock that never goes back
   */
  Waits(LongSupplier nanos) {
    this.nanos = nanos;
  }

  long now() {
    return nanos.getAsLong();
  }

  /** As in frames: whole microseconds, half an hour at most. */
  int microsSince(long moment) {
    return micros(now() - moment);
  }

  private static int micros(long nanos) {
    return Math.clamp(nanos / MICRO, 0, Integer.MAX_VALUE);
  }

  /** The server's own part, for the payload. */
  static Payload payload(int micros) {
    return Payload.of(ByteBuffer.allocate(Integer.BYTES).putInt(micros).array());
  }

  // ---- steps that all workers make together

  /** A worker has sent a request. */
  void heard(int worker) {
    heard.put(worker, now());
  }

  /** All workers have sent theirs: from here on it is this server's own work. */
  void begin() {
    begun = now();
  }

  /** The microseconds that a worker has waited since its request. */
  int microsSinceHeard(int worker) {
    return microsSince(heard.getOrDefault(worker, now()));
  }

  /**
   * Own work on the previous step until it was committed, and on this one since all have pushed.
   */
  int microsWorked() {
    return micros(committing + now() - begun);
  }

  /** The step is committed, and its parameters may be pulled. */
  void committed() {
    committing = now() - begun;
    untilCommitted.clear();
    heard.forEach((worker, since) -> untilCommitted.put(worker, begun + committing - since));
  }

  /**
   * The microseconds that a pull has waited that is answered now. It is sent together with a
   * commit, but may be read only after the work that this commit has started.
   */
  int micros(int worker, long pulled) {
    return micros(Math.max(now() - pulled, untilCommitted.getOrDefault(worker, 0L)));
  }
}
