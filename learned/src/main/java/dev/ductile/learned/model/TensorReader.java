package dev.ductile.learned.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads a safetensors file of floats. It trusts no size in the header: the tensors must cover the
 * data without holes and overlaps, so that they are never larger than the file.
 */
final class TensorReader {
  /** The longest header, in bytes. */
  static final int LONGEST_HEADER = 16 << 20;

  private static final int MOST_DIMENSIONS = 8;
  private static final String FOREIGN = "is not a safetensors file";
  private static final String TRUNCATED = "the file was truncated";

  private final String file;
  private final ByteBuffer bytes;

  /** The place of a tensor in the data. */
  private record Extent(String name, List<Integer> shape, long start, long end) {}

  /**
   * A reader.
   *
   * @param file the name of the file in messages
   */
  TensorReader(String file, byte[] bytes) {
    this.file = file;
    this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  TensorFile read() {
    long headerLength = headerLength();
    JsonNode header = header((int) headerLength);
    SortedMap<String, String> metadata = metadata(header.path(TensorFile.METADATA));
    var extents = new ArrayList<Extent>();
    for (Map.Entry<String, JsonNode> entry : header.properties()) {
      if (!entry.getKey().equals(TensorFile.METADATA)) {
        extents.add(extent(entry.getKey(), entry.getValue()));
      }
    }
    extents.sort(Comparator.comparingLong(Extent::start).thenComparingLong(Extent::end));
    return new TensorFile(metadata, tensors(extents, TensorFile.PREFIX + (int) headerLength));
  }

  private long headerLength() {
    if (bytes.capacity() <= TensorFile.PREFIX || bytes.get(TensorFile.PREFIX) != '{') {
      throw foreign(FOREIGN);
    }
    long length = bytes.getLong(0);
    if (length < 2 || length > LONGEST_HEADER) {
      throw foreign("%s: its header would have %d bytes".formatted(FOREIGN, length));
    }
    if (length > bytes.capacity() - TensorFile.PREFIX) {
      throw damaged(TRUNCATED + " in its header");
    }
    return length;
  }

  private JsonNode header(int length) {
    try {
      JsonNode header = Json.MAPPER.readTree(bytes.array(), TensorFile.PREFIX, length);
      if (!header.isObject()) {
        throw foreign(FOREIGN + ": its header is not a JSON object");
      }
      return header;
    } catch (JsonProcessingException problem) {
      throw new UnusableModelException(
          file,
          "its header is not JSON (%s)".formatted(problem.getOriginalMessage()),
          ModelFile.COPY_AGAIN,
          problem);
    } catch (IOException problem) {
      throw new UnusableModelException(
          file, "its header is not UTF-8 text", ModelFile.COPY_AGAIN, problem);
    }
  }

  private SortedMap<String, String> metadata(JsonNode node) {
    var metadata = new TreeMap<String, String>();
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      if (!entry.getValue().isTextual()) {
        throw damaged("its metadata %s is not a text".formatted(entry.getKey()));
      }
      metadata.put(entry.getKey(), entry.getValue().textValue());
    }
    return metadata;
  }

  private Extent extent(String name, JsonNode node) {
    if (!node.isObject() || node.size() != 3) {
      throw damaged("tensor %s does not have a type, a shape and offsets".formatted(name));
    }
    if (!node.path("dtype").asText().equals("F32")) {
      throw foreign(
          "tensor %s has numbers of type %s, not F32".formatted(name, node.path("dtype")));
    }
    var shape = new ArrayList<Integer>();
    long values = 1;
    JsonNode sizes = node.path("shape");
    if (!sizes.isArray() || sizes.size() > MOST_DIMENSIONS) {
      throw damaged("tensor %s has the shape %s".formatted(name, sizes));
    }
    for (JsonNode size : sizes) {
      values *= size.isInt() ? size.intValue() : -1;
      if (values < 0 || values > bytes.capacity()) {
        throw damaged("tensor %s of shape %s is larger than the file".formatted(name, sizes));
      }
      shape.add(size.intValue());
    }
    JsonNode offsets = node.path("data_offsets");
    long start = offsets.path(0).isIntegralNumber() ? offsets.path(0).longValue() : -1;
    long end = offsets.path(1).isIntegralNumber() ? offsets.path(1).longValue() : -1;
    boolean fits = start >= 0 && end >= start && end - start == Float.BYTES * values;
    if (!fits || offsets.size() != 2) {
      throw damaged("tensor %s of shape %s has offsets %s".formatted(name, sizes, offsets));
    }
    return new Extent(name, shape, start, end);
  }

  private SortedMap<String, Tensor> tensors(List<Extent> extents, int data) {
    var tensors = new TreeMap<String, Tensor>();
    long position = 0;
    for (Extent extent : extents) {
      if (extent.start() != position) {
        throw damaged(
            "tensor %s begins at byte %d, not at %d where the one before it ends"
                .formatted(extent.name(), extent.start(), position));
      }
      position = extent.end();
      if (position > bytes.capacity() - data) {
        throw damaged("%s in tensor %s".formatted(TRUNCATED, extent.name()));
      }
      float[] values = new float[(int) ((extent.end() - extent.start()) / Float.BYTES)];
      bytes.position(data + (int) extent.start()).asFloatBuffer().get(values);
      tensors.put(extent.name(), new Tensor(extent.shape(), values));
    }
    if (position != bytes.capacity() - data) {
      throw damaged(
          "it has %d bytes after its last tensor".formatted(bytes.capacity() - data - position));
    }
    return tensors;
  }

  private UnusableModelException damaged(String fault) {
    return new UnusableModelException(file, fault, ModelFile.COPY_AGAIN);
  }

  private UnusableModelException foreign(String fault) {
    return new UnusableModelException(file, fault, ModelFile.NAME_ANOTHER);
  }
}
