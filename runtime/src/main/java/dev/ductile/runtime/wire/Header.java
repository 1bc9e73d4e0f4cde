package dev.ductile.runtime.wire;

import java.nio.ByteBuffer;

/**
 * What stands before each payload.
 *
 * @param kind what the frame is for; its meaning belongs to the protocol above
 * @param generation the membership that the sender believes in
 * @param partition a partition or a split, or -1
 * @param source a task or a split
 * @param clock a step, a version or a position
 * @param extra a number whose meaning depends on the kind
 * @param length how many bytes of payload follow
 */
public record Header(
    int kind, int generation, int partition, int source, long clock, int extra, int length) {
  public static final int BYTES = 32;

  public Header {
    if (kind < 0 || kind > 255) {
      throw new IllegalArgumentException("a kind is between 0 and 255, not " + kind);
    }
  }

  /** A header whose length is set when it is sent. */
  public Header(int kind, int generation, int partition, int source, long clock, int extra) {
    this(kind, generation, partition, source, clock, extra, 0);
  }

  Header withLength(int bytes) {
    return new Header(kind, generation, partition, source, clock, extra, bytes);
  }

  /** Reads one at the buffer's position, and moves it on. */
  static Header read(ByteBuffer in) {
    int length = in.getInt();
    int kind = in.getInt() >>> 24;
    return new Header(
        kind, in.getInt(), in.getInt(), in.getInt(), in.getLong(), in.getInt(), length);
  }

  void write(ByteBuffer out) {
    out.putInt(length).putInt(kind << 24).putInt(generation).putInt(partition);
    out.putInt(source).putLong(clock).putInt(extra);
  }
}
