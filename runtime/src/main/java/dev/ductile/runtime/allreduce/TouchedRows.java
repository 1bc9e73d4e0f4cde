package dev.ductile.runtime.allreduce;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The rows of keyed tensors that a step touches on any worker: each worker sends its own to all
 * others, and all workers unite them to the same list. If each step has all examples, the rows of
 * the first step of a generation are those of all its steps.
 */
final class TouchedRows {
  private final int mostRows;
  private final int workers;
  private final boolean lasting;
  private final Map<Long, Map<Integer, Keys>> byClock = new HashMap<>();
  private Optional<int[]> known = Optional.empty();

  /** The rows of one worker that have arrived. */
  private static final class Keys {
    private int[] rows = {};
    private boolean whole;

    void add(ByteBuffer payload) {
      int before = rows.length;
      int more = payload.remaining() / Integer.BYTES;
      rows = Arrays.copyOf(rows, before + more);
      payload.asIntBuffer().get(rows, before, more);
    }

    void check(int mostRows) {
      for (int i = 0; i < rows.length; i++) {
        if (rows[i] < 0 || rows[i] >= mostRows || (i > 0 && rows[i] <= rows[i - 1])) {
          throw new IllegalArgumentException(
              "row %d at place %d of %d rows is not ascending".formatted(rows[i], i, mostRows));
        }
      }
    }
  }

  /**
   * The rows of a generation's steps, of which none is known yet.
   *
   * @param lasting whether all steps have the same rows
   */
  TouchedRows(int mostRows, int workers, boolean lasting) {
    this.mostRows = mostRows;
    this.workers = workers;
    this.lasting = lasting;
  }

  /** Whether the rows of all further steps are known, so that workers do not send them any more. */
  boolean isKnown() {
    return known.isPresent();
  }

  /** This worker's own rows. */
  void add(int rank, long clock, int[] rows, int count) {
    var keys = new Keys();
    keys.rows = Arrays.copyOf(rows, count);
    keys.whole = true;
    byClock.computeIfAbsent(clock, key -> new HashMap<>()).put(rank, keys);
  }

  /**
   * Takes rows of another worker.
   *
   * @param current this worker's step; others are at most one ahead
   */
  void take(int rank, long clock, long current, boolean last, ByteBuffer payload) {
    if (isKnown()) {
      throw new IllegalArgumentException(
          "worker %d sends rows of step %d, and all rows are known".formatted(rank, clock));
    }
    if (clock < current || clock > current + 1) {
      throw new IllegalArgumentException(
          "rows of step %d, and this is step %d".formatted(clock, current));
    }
    Keys keys =
        byClock
            .computeIfAbsent(clock, key -> new HashMap<>())
            .computeIfAbsent(rank, key -> new Keys());
    if (keys.whole || keys.rows.length + payload.remaining() / Integer.BYTES > mostRows) {
      throw new IllegalArgumentException(
          "worker %d has no more rows than %d".formatted(rank, mostRows));
    }
    keys.add(payload);
    if (last) {
      keys.check(mostRows);
      keys.whole = true;
    }
  }

  boolean isWhole(long clock) {
    if (isKnown()) {
      return true;
    }
    Map<Integer, Keys> all = byClock.getOrDefault(clock, Map.of());
    return all.size() == workers && all.values().stream().allMatch(keys -> keys.whole);
  }

  /** The rows of all workers, ascending, each once; then they are dropped, unless they last. */
  int[] unite(long clock) {
    if (known.isPresent()) {
      return known.get();
    }
    Map<Integer, Keys> all = byClock.getOrDefault(clock, Map.of());
    byClock.remove(clock);
    int[] united =
        all.values().stream().map(keys -> keys.rows).reduce(new int[0], TouchedRows::merge);
    known = lasting ? Optional.of(united) : Optional.empty();
    return united;
  }

  private static int[] merge(int[] one, int[] other) {
    int[] merged = new int[one.length + other.length];
    int count = 0;
    int i = 0;
    int j = 0;
    while (i < one.length || j < other.length) {
      boolean first = j == other.length || (i < one.length && one[i] <= other[j]);
      int row = first ? one[i] : other[j];
      i += first || (i < one.length && one[i] == row) ? 1 : 0;
      j += j < other.length && other[j] == row ? 1 : 0;
      merged[count++] = row;
    }
    return Arrays.copyOf(merged, count);
  }
}
