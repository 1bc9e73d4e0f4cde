package dev.ductile.runtime.transport;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/**
 * The little-endian floats of a received payload. The compiler vectorises a loop from native memory
 * into an array only if the loop's length is constant, and one between two arrays only if both have
 * the same index, because they might be the same array; hence the blocks.
 */
public final class Floats {
  private static final int BLOCK = 4_096;

  private Floats() {}

  /** All floats of a payload. */
  public static FloatBuffer of(ByteBuffer payload) {
    return payload.duplicate().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
  }

  /** Adds all remaining floats to an array from an index on, and consumes them. */
  public static void add(FloatBuffer given, float[] numbers, int from) {
    int at = from;
    while (given.remaining() >= BLOCK && given.isDirect()) {
      addBlock(given, given.position(), numbers, at);
      given.position(given.position() + BLOCK);
      at += BLOCK;
    }
    addRest(given, numbers, at);
  }

  /**
   * For native memory only: with a second class of buffers the loop would become ten times slower.
   */
  private static void addBlock(FloatBuffer given, int first, float[] numbers, int from) {
    for (int i = 0; i < BLOCK; i++) {
      numbers[from + i] += given.get(first + i);
    }
  }

  private static void addRest(FloatBuffer given, float[] numbers, int from) {
    var few = new float[Math.min(BLOCK, given.remaining())];
    for (int at = from; given.hasRemaining(); ) {
      int count = Math.min(few.length, given.remaining());
      given.get(few, 0, count);
      for (int i = 0; i < count; i++) {
        numbers[at + i] += few[i];
      }
      at += count;
    }
  }
}
