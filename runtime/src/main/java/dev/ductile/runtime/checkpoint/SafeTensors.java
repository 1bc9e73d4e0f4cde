package dev.ductile.runtime.checkpoint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.ductile.runtime.disk.Disk;
import dev.ductile.runtime.disk.WrittenFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes files in the format safetensors, which Python reads: eight bytes of length, a header in
 * JSON, and the values as they are in memory.
 */
final class SafeTensors {
  private static final Map<String, String> OURS = Map.of("format", "ductile");
  private static final int ALIGNMENT = 8;
  private static final int BUFFER = 1 << 20;

  private SafeTensors() {}

  /**
   * One table of a file.
   *
   * @param shape its length in each dimension
   */
  record Table(String name, List<Long> shape, Numbers numbers) {
    Table {
      long product = shape.stream().reduce(1L, Math::multiplyExact);
      if (product != numbers.count()) {
        throw new IllegalArgumentException(
            "%d values do not fill %s of %s".formatted(numbers.count(), name, shape));
      }
    }

    long bytes() {
      return numbers.count() * numbers.width();
    }
  }

  /** The content of a table, piece after piece. */
  sealed interface Numbers {
    /** Floats of 32 bits. */
    record Floats(List<float[]> pieces) implements Numbers {}

    /** Integers of 64 bits. */
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

  /** Writes a file whole or not at all, and returns when it is on the disk. */
  static WrittenFile write(Disk disk, Path file, List<Table> tables) throws IOException {
    return WrittenFile.write(disk, file, out -> write(OURS, tables, out));
  }

  /**
   * Writes the header and the tables.
   *
   * @param metadata names and values about the whole file
   */
  static void write(Map<String, String> metadata, List<Table> tables, WrittenFile.Sink out)
      throws IOException {
    byte[] header = header(metadata, tables);
    int padding = Math.floorMod(-header.length, ALIGNMENT);
    ByteBuffer start = ByteBuffer.allocate(Long.BYTES + header.length + padding);
    start.order(ByteOrder.LITTLE_ENDIAN).putLong(header.length + (long) padding).put(header);
    out.write(start.put(" ".repeat(padding).getBytes(StandardCharsets.US_ASCII)).flip());
    ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
    for (Table table : tables) {
      write(table.numbers(), buffer, out);
    }
  }

  private static byte[] header(Map<String, String> metadata, List<Table> tables)
      throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
      json.writeStartObject();
      json.writeObjectFieldStart("__metadata__");
      for (var word : new TreeMap<>(metadata).entrySet()) {
        json.writeStringField(word.getKey(), word.getValue());
      }
      json.writeEndObject();
      long from = 0;
      for (Table table : tables) {
        entry(json, table, from);
        from += table.bytes();
      }
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }

  private static void entry(JsonGenerator json, Table table, long from) throws IOException {
    json.writeObjectFieldStart(table.name());
    json.writeStringField("dtype", table.numbers().type());
    json.writeFieldName("shape");
    json.writeArray(longs(table.shape()), 0, table.shape().size());
    json.writeFieldName("data_offsets");
    json.writeArray(new long[] {from, from + table.bytes()}, 0, 2);
    json.writeEndObject();
  }

  private static long[] longs(List<Long> shape) {
    return shape.stream().mapToLong(Long::longValue).toArray();
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
