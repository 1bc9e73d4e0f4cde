package dev.ductile.runtime.state;

import dev.ductile.runtime.disk.Disk;
import dev.ductile.runtime.disk.WrittenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes files in the format safetensors, which Python reads: eight bytes of length, a header in
 * JSON, and the numbers as they lie in memory.
 */
final class SafeTensors {
  private static final int ALIGNMENT = 8;
  private static final int BUFFER = 1 << 20;

  private SafeTensors() {}

  /**
   * One table of a file.
   *
   * @param shape its numbers in each direction
   */
  record Table(String name, List<Long> shape, Numbers numbers) {
    Table {
      long product = shape.stream().reduce(1L, Math::multiplyExact);
      if (product != numbers.count()) {
        throw new IllegalArgumentException(
            "%d numbers do not fill %s of %s".formatted(numbers.count(), name, shape));
      }
    }

    long bytes() {
      return numbers.count() * numbers.width();
    }
  }

  /** What a table consists of, piece after piece. */
  sealed interface Numbers {
    /** Numbers of 32 bits. */
    record Floats(List<float[]> pieces) implements Numbers {}

    /** Whole numbers of 64 bits. */
    record Longs(List<Long> values) implements Numbers {}

    default String type() {
      return switch (this) {
        case Floats _ -> "F32";
        case Longs _ -> "I64";
      };
    }

    default int width() {
      return switch (this) {
        case Floats _ -> Float.BYTES;
        case Longs _ -> Long.BYTES;
      };
    }

    default long count() {
      return switch (this) {
        case Floats(List<float[]> pieces) -> pieces.stream().mapToLong(piece -> piece.length).sum();
        case Longs(List<Long> values) -> values.size();
      };
    }
  }

  /** Writes a file whole or not at all, and only returns when it is on the disk. */
  static WrittenFile write(Disk disk, Path file, List<Table> tables) throws IOException {
    return WrittenFile.write(disk, file, out -> write(tables, out));
  }

  private static void write(List<Table> tables, WrittenFile.Sink out) throws IOException {
    byte[] header = header(tables);
    ByteBuffer start = ByteBuffer.allocate(Long.BYTES + header.length);
    out.write(start.order(ByteOrder.LITTLE_ENDIAN).putLong(header.length).put(header).flip());
    ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
    for (Table table : tables) {
      write(table.numbers(), buffer, out);
    }
  }

  private static byte[] header(List<Table> tables) {
    var json = new StringBuilder("{\"__metadata__\":{\"format\":\"ductile\"}");
    long from = 0;
    for (Table table : tables) {
      String shape = table.shape().stream().map(String::valueOf).collect(Collectors.joining(","));
      json.append(
          ",%s:{\"dtype\":\"%s\",\"shape\":[%s],\"data_offsets\":[%d,%d]}"
              .formatted(
                  quoted(table.name()), table.numbers().type(), shape, from, from + table.bytes()));
      from += table.bytes();
    }
    json.append('}');
    byte[] bytes = json.toString().getBytes(StandardCharsets.UTF_8);
    int padding = Math.floorMod(-bytes.length, ALIGNMENT);
    return (json + " ".repeat(padding)).getBytes(StandardCharsets.UTF_8);
  }

  /** Names of tensors are ours; whatever would need escaping is not allowed in them. */
  private static String quoted(String name) {
    if (!name.matches("[\\w.\\- ]+")) {
      throw new IllegalArgumentException(
          "a tensor cannot be called '%s' in a file".formatted(name));
    }
    return '"' + name + '"';
  }

  private static void write(Numbers numbers, ByteBuffer buffer, WrittenFile.Sink out)
      throws IOException {
    switch (numbers) {
      case Numbers.Floats(List<float[]> pieces) -> {
        for (float[] piece : pieces) {
          write(piece, buffer, out);
        }
      }
      case Numbers.Longs(List<Long> values) -> {
        for (long value : values) {
          if (buffer.remaining() < Long.BYTES) {
            flush(buffer, out);
          }
          buffer.putLong(value);
        }
      }
    }
    flush(buffer, out);
  }

  private static void write(float[] piece, ByteBuffer buffer, WrittenFile.Sink out)
      throws IOException {
    for (int done = 0; done < piece.length; ) {
      int count = Math.min(piece.length - done, buffer.remaining() / Float.BYTES);
      if (count == 0) {
        flush(buffer, out);
        continue;
      }
      buffer.asFloatBuffer().put(piece, done, count);
      buffer.position(buffer.position() + count * Float.BYTES);
      done += count;
    }
  }

  private static void flush(ByteBuffer buffer, WrittenFile.Sink out) throws IOException {
    out.write(buffer.flip());
    buffer.clear();
  }
}
