package dev.ductile.learned.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Writes tensors as a safetensors file: the length of the header, the header in JSON, padded with
 * spaces, and the floats, all in little-endian order. The same content gives the same bytes.
 */
final class TensorWriter {
  private static final int ALIGNMENT = 8;

  private TensorWriter() {}

  static byte[] bytes(TensorFile file) {
    ObjectNode header = Json.MAPPER.createObjectNode();
    ObjectNode metadata = header.putObject(TensorFile.METADATA);
    file.metadata().forEach(metadata::put);
    long offset = 0;
    for (var entry : file.tensors().entrySet()) {
      ObjectNode tensor = header.putObject(entry.getKey()).put("dtype", "F32");
      var shape = tensor.putArray("shape");
      entry.getValue().shape().forEach(shape::add);
      long end = offset + (long) Float.BYTES * entry.getValue().values().length;
      tensor.putArray("data_offsets").add(offset).add(end);
      offset = end;
    }
    return bytes(file, Json.text(header).getBytes(StandardCharsets.UTF_8), offset);
  }

  private static byte[] bytes(TensorFile file, byte[] header, long dataLength) {
    int padding = Math.floorMod(-header.length, ALIGNMENT);
    long length = TensorFile.PREFIX + (long) header.length + padding + dataLength;
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(length)).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong((long) header.length + padding).put(header);
    for (int i = 0; i < padding; i++) {
      bytes.put((byte) ' ');
    }
    for (Tensor tensor : file.tensors().values()) {
      bytes.asFloatBuffer().put(tensor.values());
      bytes.position(bytes.position() + Float.BYTES * tensor.values().length);
    }
    return bytes.array();
  }
}
