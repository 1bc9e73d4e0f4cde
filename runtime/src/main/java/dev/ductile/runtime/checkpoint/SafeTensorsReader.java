package dev.ductile.runtime.checkpoint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.ductile.runtime.disk.DamagedFileException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads files in the format safetensors. The header is read at once, the values on demand. A file
 * in another format is a {@code DamagedFileException}.
 */
final class SafeTensorsReader {
  /** The number of floats that are read at once. */
  private static final int PIECE = 1 << 20;

  private final Path file;
  private final FileChannel channel;
  private final Map<String, String> metadata = new LinkedHashMap<>();
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final long data;

  /**
   * The position of a table.
   *
   * @param from the first byte, counted from the end of the header
   * @param to behind the last
   */
  record Entry(String type, List<Long> shape, long from, long to) {
    long bytes() {
      return to - from;
    }
  }

  /**
   * Reads the header.
   *
   * @param channel stays open, and is the caller's to close
   * @param mostHeader the largest length of the header in bytes
   */
  SafeTensorsReader(Path file, FileChannel channel, long mostHeader) throws IOException {
    this.file = file;
    this.channel = channel;
    require(channel.size() >= Long.BYTES, "it has only %d bytes".formatted(channel.size()));
    long length = bytes(0, Long.BYTES).getLong();
    require(
        2 <= length && length <= Math.min(mostHeader, channel.size() - Long.BYTES),
        "it is not in the format safetensors: its header would have %d bytes".formatted(length));
    data = Long.BYTES + length;
    try (JsonParser json =
        new JsonFactory().createParser(bytes(Long.BYTES, (int) length).array())) {
      parse(json);
    } catch (JsonProcessingException e) {
      throw new DamagedFileException(file + ": its header is not JSON", e);
    }
  }

  private void parse(JsonParser json) throws IOException {
    require(json.nextToken() == JsonToken.START_OBJECT, "its header is not an object");
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      require(json.nextToken() == JsonToken.START_OBJECT, name + " is not an object");
      if (name.equals("__metadata__")) {
        readMetadata(json);
      } else {
        entries.put(name, entry(name, json));
      }
    }
  }

  private void readMetadata(JsonParser json) throws IOException {
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      metadata.put(name, json.getText());
      json.skipChildren();
    }
  }

  private Entry entry(String name, JsonParser json) throws IOException {
    String type = "";
    List<Long> shape = List.of();
    List<Long> offsets = List.of();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = json.currentName();
      json.nextToken();
      switch (field) {
        case "dtype" -> type = json.getText();
        case "shape" -> shape = longs(json);
        case "data_offsets" -> offsets = longs(json);
        default -> json.skipChildren();
      }
    }
    require(
        width(type) > 0, "%s has values of type %s: F32 and I64 can be read".formatted(name, type));
    require(offsets.size() == 2, name + " needs two offsets");
    require(
        0 <= offsets.get(0)
            && offsets.get(0) <= offsets.get(1)
            && offsets.get(1) <= channel.size() - data,
        "%s lies at %s, outside of its %d bytes".formatted(name, offsets, channel.size() - data));
    require(
        bytes(type, shape) == offsets.get(1) - offsets.get(0),
        "%s of type %s and shape %s does not fill %s".formatted(name, type, shape, offsets));
    return new Entry(type, shape, offsets.get(0), offsets.get(1));
  }

  private static int width(String type) {
    return switch (type) {
      case "F32" -> Float.BYTES;
      case "I64" -> Long.BYTES;
      default -> 0;
    };
  }

  /** The size of a table in bytes; -1 if its shape is impossible. */
  private static long bytes(String type, List<Long> shape) {
    long bytes = width(type);
    for (long side : shape) {
      if (side < 0 || side > Integer.MAX_VALUE || bytes > Long.MAX_VALUE >> 32) {
        return -1;
      }
      bytes *= side;
    }
    return shape.isEmpty() ? -1 : bytes;
  }

  private List<Long> longs(JsonParser json) throws IOException {
    require(json.currentToken() == JsonToken.START_ARRAY, "a list is missing");
    var all = new ArrayList<Long>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      all.add(json.getLongValue());
    }
    return all;
  }

  Map<String, String> metadata() {
    return metadata;
  }

  /** All tables, in the order of the header. */
  Map<String, Entry> entries() {
    return entries;
  }

  Optional<Entry> entry(String name) {
    return Optional.ofNullable(entries.get(name));
  }

  /** Reads some floats of a table, from the given one on. */
  void readFloats(Entry entry, long first, float[] into, int at, int count) throws IOException {
    long from = entry.from() + first * Float.BYTES;
    require(
        entry.type().equals("F32") && from + (long) count * Float.BYTES <= entry.to(),
        "%d floats from %d are not in %s".formatted(count, first, entry));
    for (int done = 0; done < count; done += PIECE) {
      int some = Math.min(PIECE, count - done);
      bytes(data + from + (long) done * Float.BYTES, some * Float.BYTES)
          .asFloatBuffer()
          .get(into, at + done, some);
    }
  }

  /** All values of a table of integers. */
  long[] readLongs(Entry entry) throws IOException {
    require(entry.type().equals("I64"), "%s has no integers".formatted(entry));
    long[] all = new long[Math.toIntExact(entry.bytes() / Long.BYTES)];
    bytes(data + entry.from(), all.length * Long.BYTES).asLongBuffer().get(all);
    return all;
  }

  private ByteBuffer bytes(long from, int count) throws IOException {
    ByteBuffer into = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
    while (into.hasRemaining()) {
      require(channel.read(into, from + into.position()) >= 0, "it ends too early");
    }
    return into.flip();
  }

  void require(boolean fulfilled, String complaint) throws IOException {
    if (!fulfilled) {
      throw new DamagedFileException(file + ": " + complaint);
    }
  }
}
