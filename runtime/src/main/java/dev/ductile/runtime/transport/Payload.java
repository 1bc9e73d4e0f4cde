package dev.ductile.runtime.transport;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;

/**
 * The content of a frame. It is written when the socket has room, not when it is sent: a sender of
 * floats that may change meanwhile sends a copy.
 */
public interface Payload {
  Payload NONE = of(new byte[0]);

  int bytes();

  /** Puts exactly {@link #bytes} bytes; the buffer has room for them, and is big-endian. */
  void writeTo(ByteBuffer out);

  static Payload of(byte[] bytes) {
    return new Payload() {
      @Override
      public int bytes() {
        return bytes.length;
      }

      @Override
      public void writeTo(ByteBuffer out) {
        out.put(bytes);
      }
    };
  }

  /** {@code count} floats from {@code from} on, little-endian. */
  static Payload of(float[] numbers, int from, int count) {
    Objects.checkFromIndexSize(from, count, numbers.length);
    int bytes = Math.multiplyExact(count, Float.BYTES);
    return new Payload() {
      @Override
      public int bytes() {
        return bytes;
      }

      @Override
      public void writeTo(ByteBuffer out) {
        out.slice().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().put(numbers, from, count);
        out.position(out.position() + bytes);
      }
    };
  }

  /** The same floats, copied now. */
  static Payload copyOf(float[] numbers, int from, int count) {
    return of(Arrays.copyOfRange(numbers, from, from + count), 0, count);
  }
}
