package dev.ductile.runtime.ring;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Which rows of keyed tensors a step touches anywhere: each worker tells all others its own, and
 * everybody unites them to the same list.
 */
final class Union {
  private final int mostRows;
  private final int workers;
  private final Map<Long, Map<Integer, Keys>> byClock = new HashMap<>();

  /** The rows of one worker, as far as they have come. */
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

  Union(int mostRows, int workers) {
    this.mostRows = mostRows;
    this.workers = workers;
  }

  /** This worker's own rows. */
  void add(int rank, long clock, int[] rows, int count) {
    var keys = new Keys();
    keys.rows = Arrays.copyOf(rows, count);
    keys.whole = true;
    byClock.computeIfAbsent(clock, key -> new HashMap<>()).put(rank, keys);
  }

  /**
   * Rows of another worker have come.
   *
   * @param current the step that this worker is at; others are at most one ahead
   */
  void take(int rank, long clock, long current, boolean last, ByteBuffer payload) {
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
    Map<Integer, Keys> all = byClock.getOrDefault(clock, Map.of());
    return all.size() == workers && all.values().stream().allMatch(keys -> keys.whole);
  }

  /** The rows of all workers, ascending, each once; then they are forgotten. */
  int[] unite(long clock) {
    Map<Integer, Keys> all = byClock.getOrDefault(clock, Map.of());
    byClock.remove(clock);
    int[] united = all.values().stream().map(keys -> keys.rows).reduce(new int[0], Union::merge);
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
