package dev.ductile.runtime.state;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads all of a model's file: whatever does not fit is an {@code IOException}. */
final class ModelFileReader {
  private static final long MOST_HEADER = 1 << 20;
  private static final int PIECE = 1 << 20;

  private final Path path;
  private final FileChannel channel;
  private final Map<String, String> metadata = new HashMap<>();
  private final List<ModelFile.Table> tables = new ArrayList<>();

  ModelFileReader(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  ModelFile.Content read() throws IOException {
    long length = read(0, Long.BYTES).getLong();
    require(
        length >= 2 && length <= MOST_HEADER && length <= channel.size() - Long.BYTES,
        "is no file of safetensors: its header would have %d bytes".formatted(length));
    byte[] header = read(Long.BYTES, (int) length).array();
    try (JsonParser json = new JsonFactory().createParser(header)) {
      require(json.nextToken() == JsonToken.START_OBJECT, "its header is no object");
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        require(json.nextToken() == JsonToken.START_OBJECT, name + " is no object");
        if (name.equals("__metadata__")) {
          words(json);
        } else {
          table(name, json, Long.BYTES + length);
        }
      }
    }
    return new ModelFile.Content(metadata, tables);
  }

  private void words(JsonParser json) throws IOException {
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      metadata.put(name, json.getText());
      json.skipChildren();
    }
  }

  private void table(String name, JsonParser json, long data) throws IOException {
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
    require(type.equals("F32"), "%s has numbers of %s, not F32".formatted(name, type));
    require(offsets.size() == 2, name + " needs two offsets");
    tables.add(new ModelFile.Table(tensor(name, shape), floats(name, data, offsets)));
  }

  private Tensor tensor(String name, List<Long> shape) throws IOException {
    boolean fits = shape.size() == 1 || shape.size() == 2;
    fits &= shape.stream().allMatch(side -> side >= 1 && side < Integer.MAX_VALUE);
    require(fits, "%s of %s is no table".formatted(name, shape));
    int width = shape.size() == 2 ? shape.get(1).intValue() : 1;
    return new Tensor(name, shape.getFirst().intValue(), width, false);
  }

  private float[] floats(String name, long data, List<Long> offsets) throws IOException {
    long bytes = offsets.get(1) - offsets.get(0);
    boolean inside = offsets.get(0) >= 0 && bytes >= 0 && offsets.get(1) <= channel.size() - data;
    require(
        inside && bytes % Float.BYTES == 0 && bytes / Float.BYTES < Integer.MAX_VALUE - 8,
        "%s lies at %s of %d bytes".formatted(name, offsets, channel.size() - data));
    float[] all = new float[(int) (bytes / Float.BYTES)];
    for (int done = 0; done < all.length; done += PIECE) {
      int count = Math.min(PIECE, all.length - done);
      read(data + offsets.get(0) + (long) done * Float.BYTES, count * Float.BYTES)
          .asFloatBuffer()
          .get(all, done, count);
    }
    return all;
  }

  private List<Long> longs(JsonParser json) throws IOException {
    require(json.currentToken() == JsonToken.START_ARRAY, "a list is missing");
    var all = new ArrayList<Long>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      all.add(json.getLongValue());
    }
    return all;
  }

  private ByteBuffer read(long from, int bytes) throws IOException {
    ByteBuffer into = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    while (into.hasRemaining()) {
      require(channel.read(into, from + into.position()) >= 0, "ends too early");
    }
    return into.flip();
  }

  private void require(boolean fulfilled, String complaint) throws IOException {
    if (!fulfilled) {
      throw new IOException("%s: %s".formatted(path, complaint));
    }
  }
}
