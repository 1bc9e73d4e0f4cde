package dev.ductile.models.capture;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The packets with a payload, in the order of time. Packets of one direction that follow within 0.1
 * ms are merged to one burst, only to save memory.
 */
final class Bursts {
  private static final long AT_ONCE = 100_000;
  static final int MOST = 1 << 20;

  private int count;
  private long[] starts = new long[1024];
  private long[] ends = new long[1024];
  private long[] bytes = new long[1024];
  private final BitSet down = new BitSet();
  private boolean full;

  int count() {
    return count;
  }

  /** Whether packets were left out. */
  boolean isFull() {
    return full;
  }

  boolean isDown(int burst) {
    return down.get(burst);
  }

  long start(int burst) {
    return starts[burst];
  }

  long end(int burst) {
    return ends[burst];
  }

  long bytes(int burst) {
    return bytes[burst];
  }

  /** The bytes of one direction. */
  long bytes(boolean wantedDown) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += down.get(i) == wantedDown ? bytes[i] : 0;
    }
    return sum;
  }

  /** Adds the next packet; after a million bursts, packets are left out. */
  void add(boolean isDown, long nanos, long payload) {
    int last = count - 1;
    if (full) {
      return;
    }
    if (count > 0 && down.get(last) == isDown && nanos - ends[last] <= AT_ONCE) {
      ends[last] = Math.max(ends[last], nanos);
      bytes[last] += payload;
    } else if (count < MOST) {
      append(isDown, count == 0 ? nanos : Math.max(nanos, ends[last]), payload);
    } else {
      full = true;
    }
  }

  private void append(boolean isDown, long nanos, long payload) {
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, count * 2);
      ends = Arrays.copyOf(ends, count * 2);
      bytes = Arrays.copyOf(bytes, count * 2);
    }
    starts[count] = nanos;
    ends[count] = nanos;
    bytes[count] = payload;
    down.set(count, isDown);
    count++;
  }
}
