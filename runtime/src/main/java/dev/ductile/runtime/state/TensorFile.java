package dev.ductile.runtime.state;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.ductile.runtime.disk.DamagedFileException;
import dev.ductile.runtime.disk.WrittenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A file in the format safetensors that is read. */
final class TensorFile implements AutoCloseable {
  private static final long MOST_HEADER = 64L << 20;

  private final Path folder;
  private final WrittenFile written;
  private final Path file;
  private final FileChannel channel;
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final long data;
  private boolean verified;

  /**
   * Where a table lies.
   *
   * @param from the first byte, counted from the end of the header
   * @param to behind the last
   */
  record Entry(String type, List<Long> shape, long from, long to) {}

  private TensorFile(Path folder, WrittenFile written, FileChannel channel) throws IOException {
    this.folder = folder;
    this.written = written;
    this.file = folder.resolve(written.name());
    this.channel = channel;
    long length = read(0, Long.BYTES).getLong();
    require(
        2 <= length && length <= Math.min(MOST_HEADER, channel.size() - Long.BYTES),
        "a header of %d bytes cannot be".formatted(length));
    data = Long.BYTES + length;
    byte[] header = read(Long.BYTES, (int) length).array();
    try (JsonParser json = new JsonFactory().createParser(header)) {
      parse(json);
    } catch (JsonProcessingException e) {
      throw new DamagedFileException(file + ": its header is no JSON", e);
    }
  }

  static TensorFile open(Path folder, WrittenFile written) throws IOException {
    FileChannel channel = channel(folder.resolve(written.name()));
    try {
      return new TensorFile(folder, written, channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static FileChannel channel(Path file) throws IOException {
    try {
      return FileChannel.open(file, StandardOpenOption.READ);
    } catch (NoSuchFileException e) {
      throw new DamagedFileException(file + " is missing", e);
    }
  }

  private void parse(JsonParser json) throws IOException {
    require(json.nextToken() == JsonToken.START_OBJECT, "its header is no object");
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      if (name.equals("__metadata__")) {
        json.skipChildren();
      } else {
        entries.put(name, entry(json));
      }
    }
  }

  private Entry entry(JsonParser json) throws IOException {
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
    require(offsets.size() == 2, "a table needs two offsets");
    require(
        0 <= offsets.get(0)
            && offsets.get(0) <= offsets.get(1)
            && offsets.get(1) <= channel.size() - data,
        "a table lies outside of it: " + offsets);
    require(
        bytes(type, shape) == offsets.get(1) - offsets.get(0),
        "%s of %s do not lie at %s".formatted(type, shape, offsets));
    return new Entry(type, shape, offsets.get(0), offsets.get(1));
  }

  /** How many bytes a table needs; -1 where that cannot be said. */
  private static long bytes(String type, List<Long> shape) {
    long bytes =
        switch (type) {
          case "F32" -> Float.BYTES;
          case "I64" -> Long.BYTES;
          default -> -1;
        };
    for (long side : shape) {
      if (side < 0 || side > Integer.MAX_VALUE || bytes < 0 || bytes > Long.MAX_VALUE >> 32) {
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

  private void require(boolean fulfilled, String complaint) throws IOException {
    if (!fulfilled) {
      throw new DamagedFileException(file + ": " + complaint);
    }
  }

  Map<String, Entry> entries() {
    return entries;
  }

  Optional<Entry> entry(String name) {
    return Optional.ofNullable(entries.get(name));
  }

  /** Reads floats of a table, from the given one on. */
  void read(Entry entry, long first, float[] into, int at, int count) throws IOException {
    long from = entry.from() + first * Float.BYTES;
    require(
        entry.type().equals("F32") && from + (long) count * Float.BYTES <= entry.to(),
        "%d floats from %d are not in %s".formatted(count, first, entry));
    verify();
    read(data + from, count * Float.BYTES).asFloatBuffer().get(into, at, count);
  }

  /** All whole numbers of a table. */
  long[] readLongs(Entry entry) throws IOException {
    require(entry.type().equals("I64"), "no whole numbers: " + entry);
    verify();
    long[] all = new long[Math.toIntExact((entry.to() - entry.from()) / Long.BYTES)];
    read(data + entry.from(), all.length * Long.BYTES).asLongBuffer().get(all);
    return all;
  }

  /** Before the first use; whoever needs no number of it need not read it. */
  private void verify() throws IOException {
    if (!verified) {
      written.verify(folder);
      verified = true;
    }
  }

  private ByteBuffer read(long from, int bytes) throws IOException {
    ByteBuffer into = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    while (into.hasRemaining()) {
      require(channel.read(into, from + into.position()) >= 0, "it ends too early");
    }
    return into.flip();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
