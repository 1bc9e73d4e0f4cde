package dev.ductile.runtime.transport;

import java.nio.ByteBuffer;

/**
 * The bytes before each payload.
 *
 * @param kind the kind of the frame, defined by the protocol above
 * @param generation the sender's generation
 * @param partition a partition or a split, or -1
 * @param source a task or a split
 * @param clock a step, a version or a position
 * @param extra a number whose meaning depends on the kind
 * @param length the number of bytes of the payload; without meaning in a header that is to be sent
 */
public record FrameHeader(
    int kind, int generation, int partition, int source, long clock, int extra, int length) {
  public static final int BYTES = 32;

  private static final int KIND_SHIFT = 24;
  private static final int ZERO = (1 << KIND_SHIFT) - 1;

  public FrameHeader {
    if (kind < 0 || kind > 255) {
      throw new IllegalArgumentException("a kind is between 0 and 255, not " + kind);
    }
  }

  /** A header to be sent; its length is that of its payload. */
  public FrameHeader(int kind, int generation, int partition, int source, long clock, int extra) {
    this(kind, generation, partition, source, clock, extra, 0);
  }

  /**
   * Reads a header at the buffer's position, and moves the position behind it.
   *
   * @throws IllegalArgumentException if a reserved byte is not 0
   */
  static FrameHeader read(ByteBuffer in) {
    int length = in.getInt();
    int kind = in.getInt();
    if ((kind & ZERO) != 0) {
      throw new IllegalArgumentException("three bytes are zero, not %06x".formatted(kind & ZERO));
    }
    return new FrameHeader(
        kind >>> KIND_SHIFT,
        in.getInt(),
        in.getInt(),
        in.getInt(),
        in.getLong(),
        in.getInt(),
        length);
  }

  /** Writes it with the length of its payload. */
  void write(ByteBuffer out, int bytes) {
    out.putInt(bytes).putInt(kind << KIND_SHIFT).putInt(generation).putInt(partition);
    out.putInt(source).putLong(clock).putInt(extra);
  }
}
