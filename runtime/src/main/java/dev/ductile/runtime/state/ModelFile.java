package dev.ductile.runtime.state;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All parameters of a model in one file in the format safetensors, with words about them. */
public final class ModelFile {
  private static final int ALIGNMENT = 8;
  private static final int PIECE = 1 << 18;

  private ModelFile() {}

  /** One named table, row after row. */
  public static final class Table {
    private final Tensor tensor;
    private final float[] numbers;

    /** A table; the numbers are kept, not copied. */
    public Table(Tensor tensor, float[] numbers) {
      if (numbers.length != tensor.floats()) {
        throw new IllegalArgumentException(
            "%d numbers do not fill %s".formatted(numbers.length, tensor));
      }
      this.tensor = tensor;
      this.numbers = numbers;
    }

    public Tensor tensor() {
      return tensor;
    }

    /** All numbers; whoever asks must not change them. */
    public float[] numbers() {
      return numbers;
    }
  }

  /** What a file holds. */
  public record Content(Map<String, String> metadata, List<Table> tables) {
    public Content {
      metadata = Map.copyOf(metadata);
      tables = List.copyOf(tables);
    }
  }

  /**
   * The parameters of a checkpoint's model, without the optimizer's state.
   *
   * @param layout of the job that wrote the checkpoint
   * @param model the first tensors of that layout; any further ones belong to the optimizer
   */
  public static List<Table> merged(Checkpoints.Found found, Layout layout, List<Tensor> model)
      throws IOException {
    var tables = new ArrayList<Table>();
    try (var reader = found.reader(layout, List.of())) {
      for (int number = 0; number < model.size(); number++) {
        Tensor tensor = model.get(number);
        float[] all = new float[Math.toIntExact(tensor.floats())];
        for (Partition partition : layout.partitions(number)) {
          var copy = new Copy(partition, false, 0, 0);
          reader.fill(copy);
          int at = partition.firstRow() * partition.width();
          System.arraycopy(copy.values(), 0, all, at, partition.floats());
        }
        tables.add(new Table(tensor, all));
      }
    }
    return tables;
  }

  public static void write(Content content, OutputStream out) throws IOException {
    byte[] header = header(content);
    int padding = Math.floorMod(-header.length, ALIGNMENT);
    ByteBuffer start = ByteBuffer.allocate(Long.BYTES + header.length + padding);
    start.order(ByteOrder.LITTLE_ENDIAN).putLong(header.length + (long) padding).put(header);
    out.write(start.put(" ".repeat(padding).getBytes(StandardCharsets.US_ASCII)).array());
    for (Table table : content.tables()) {
      write(table.numbers(), out);
    }
  }

  /** Reads a file; what is not such a file is an {@code IOException}. */
  public static Content read(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      return new ModelFileReader(path, channel).read();
    }
  }

  private static byte[] header(Content content) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
      json.writeStartObject();
      json.writeObjectFieldStart("__metadata__");
      for (var word : new TreeMap<>(content.metadata()).entrySet()) {
        json.writeStringField(word.getKey(), word.getValue());
      }
      json.writeEndObject();
      long from = 0;
      for (Table table : content.tables()) {
        from = entry(json, table.tensor(), from);
      }
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }

  private static long entry(JsonGenerator json, Tensor tensor, long from) throws IOException {
    long to = from + tensor.floats() * Float.BYTES;
    json.writeObjectFieldStart(tensor.name());
    json.writeStringField("dtype", "F32");
    json.writeArrayFieldStart("shape");
    json.writeNumber(tensor.rows());
    if (tensor.width() > 1) {
      json.writeNumber(tensor.width());
    }
    json.writeEndArray();
    json.writeArrayFieldStart("data_offsets");
    json.writeNumber(from);
    json.writeNumber(to);
    json.writeEndArray();
    json.writeEndObject();
    return to;
  }

  private static void write(float[] numbers, OutputStream out) throws IOException {
    ByteBuffer piece = ByteBuffer.allocate(PIECE * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int done = 0; done < numbers.length; done += PIECE) {
      int count = Math.min(PIECE, numbers.length - done);
      piece.clear();
      piece.asFloatBuffer().put(numbers, done, count);
      out.write(piece.array(), 0, count * Float.BYTES);
    }
  }
}
