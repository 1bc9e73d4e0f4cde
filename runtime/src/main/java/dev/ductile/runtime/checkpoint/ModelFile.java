package dev.ductile.runtime.checkpoint;

import dev.ductile.runtime.parameters.Partition;
import dev.ductile.runtime.parameters.PartitionLayout;
import dev.ductile.runtime.parameters.Replica;
import dev.ductile.runtime.parameters.Tensor;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** All parameters of a model in one file in the format safetensors, with metadata. */
public final class ModelFile {
  private static final long MOST_HEADER = 1 << 20;
  private static final int MOST_FLOATS = Integer.MAX_VALUE - 8;

  private ModelFile() {}

  /** One named table, row after row. */
  public static final class Table {
    private final Tensor tensor;
    private final float[] numbers;

    /** A table; the array is kept, not copied. */
    public Table(Tensor tensor, float[] numbers) {
      if (numbers.length != tensor.floats()) {
        throw new IllegalArgumentException(
            "%d values do not fill %s".formatted(numbers.length, tensor));
      }
      this.tensor = tensor;
      this.numbers = numbers;
    }

    public Tensor tensor() {
      return tensor;
    }

    /** All values; the caller must not change them. */
    public float[] numbers() {
      return numbers;
    }
  }

  /** The content of a file. */
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
  public static List<Table> merged(
      Checkpoints.Found found, PartitionLayout layout, List<Tensor> model) throws IOException {
    var tables = new ArrayList<Table>();
    try (var reader = found.reader(layout, List.of())) {
      for (int number = 0; number < model.size(); number++) {
        Tensor tensor = model.get(number);
        float[] all = new float[Math.toIntExact(tensor.floats())];
        for (Partition partition : layout.partitions(number)) {
          var copy = new Replica(partition, false, 0, 0);
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
    List<SafeTensors.Table> tables = content.tables().stream().map(ModelFile::written).toList();
    WritableByteChannel channel = Channels.newChannel(out);
    SafeTensors.write(
        content.metadata(),
        tables,
        bytes -> {
          while (bytes.hasRemaining()) {
            channel.write(bytes);
          }
        });
  }

  private static SafeTensors.Table written(Table table) {
    Tensor tensor = table.tensor();
    List<Long> shape =
        tensor.width() == 1
            ? List.of((long) tensor.rows())
            : List.of((long) tensor.rows(), (long) tensor.width());
    return new SafeTensors.Table(
        tensor.name(), shape, new SafeTensors.Numbers.Floats(List.of(table.numbers())));
  }

  /** Reads a file; a file in another format is an {@code IOException}. */
  public static Content read(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      var reader = new SafeTensorsReader(path, channel, MOST_HEADER);
      var tables = new ArrayList<Table>();
      for (var named : reader.entries().entrySet()) {
        tables.add(read(reader, named.getKey(), named.getValue()));
      }
      return new Content(reader.metadata(), tables);
    }
  }

  private static Table read(SafeTensorsReader reader, String name, SafeTensorsReader.Entry entry)
      throws IOException {
    List<Long> shape = entry.shape();
    long count = entry.bytes() / Float.BYTES;
    reader.require(entry.type().equals("F32"), "%s is not of type F32".formatted(name));
    reader.require(
        count >= 1 && count <= MOST_FLOATS && shape.size() <= 2,
        "%s of %s is not a table that can be read".formatted(name, shape));
    int width = shape.size() == 2 ? shape.get(1).intValue() : 1;
    float[] numbers = new float[(int) count];
    reader.readFloats(entry, 0, numbers, 0, numbers.length);
    return new Table(new Tensor(name, shape.getFirst().intValue(), width, false), numbers);
  }
}
