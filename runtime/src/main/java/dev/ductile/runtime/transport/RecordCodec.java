package dev.ductile.runtime.transport;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Type;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * Encodes and decodes records: numbers, texts, enums, lists, optionals, durations, byte arrays,
 * other records, and sealed interfaces of records. Both sides have the same classes, so no names
 * are sent; bytes that do not match are refused.
 */
public final class RecordCodec {
  private RecordCodec() {}

  public static byte[] encode(Type type, Object value) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      ValueCodec.of(type).write(value, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads one value back.
   *
   * @throws IllegalArgumentException if the bytes are not exactly one value of that type
   */
  public static <T> T decode(Class<T> type, ByteBuffer bytes) {
    T value;
    try {
      value = type.cast(ValueCodec.of(type).read(bytes, ValueCodec.DEEPEST));
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("too short for a " + type.getSimpleName(), e);
    }
    if (bytes.hasRemaining()) {
      throw new IllegalArgumentException(
          "%d bytes behind a %s".formatted(bytes.remaining(), type.getSimpleName()));
    }
    return value;
  }
}
