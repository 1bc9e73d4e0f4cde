package dev.ductile.runtime.transport;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The direct buffers of a loop. A connection borrows one while bytes are under way and has none
 * while it is idle, so memory grows with traffic and not with connections.
 */
final class Buffers {
  /** Holds the frame of an unauthenticated connection, and little else. */
  static final int SMALL = 512;

  /** Two frames of a whole partition; more would leave the processor's cache. */
  static final int COMMON = (512 + 4) * 1024;

  private static final int LARGEST = 1 << 30;
  private static final int CLASSES = 2 + Integer.numberOfTrailingZeros(LARGEST);
  private static final long MOST_KEPT = 32L << 20;

  private final List<Deque<ByteBuffer>> free = new ArrayList<>();
  private long kept;

  Buffers() {
    for (int i = 0; i < CLASSES; i++) {
      free.add(new ArrayDeque<>());
    }
  }

  /** An empty buffer with room for this number of bytes. */
  ByteBuffer take(int bytes) {
    int capacity = capacity(bytes);
    ByteBuffer buffer = free.get(place(capacity)).poll();
    if (buffer == null) {
      return ByteBuffer.allocateDirect(capacity);
    }
    kept -= capacity;
    return buffer.clear();
  }

  /** Takes one back; buffers above the limit are left to the garbage collector. */
  void give(ByteBuffer buffer) {
    if (kept + buffer.capacity() <= MOST_KEPT) {
      kept += buffer.capacity();
      free.get(place(buffer.capacity())).push(buffer);
    }
  }

  long kept() {
    return kept;
  }

  private static int capacity(int bytes) {
    if (bytes <= SMALL) {
      return SMALL;
    }
    return bytes <= COMMON ? COMMON : Integer.highestOneBit(bytes - 1) << 1;
  }

  private static int place(int capacity) {
    return switch (capacity) {
      case SMALL -> 0;
      case COMMON -> 1;
      default -> Integer.numberOfTrailingZeros(capacity);
    };
  }
}
