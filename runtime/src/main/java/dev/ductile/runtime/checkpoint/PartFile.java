package dev.ductile.runtime.checkpoint;

import dev.ductile.runtime.checkpoint.SafeTensors.Numbers;
import dev.ductile.runtime.disk.Disk;
import dev.ductile.runtime.disk.WrittenFile;
import dev.ductile.runtime.parameters.Partition;
import dev.ductile.runtime.parameters.PartitionLayout;
import dev.ductile.runtime.parameters.ReplicaSnapshot;
import dev.ductile.runtime.parameters.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * One process's part of a checkpoint. Rows of {@code weights} are called {@code weights.rows-0-500}
 * in it, or {@code weights} if they are all, and the optimiser's state of them {@code
 * weights.adam_m}. If rows owe proximal steps, {@code weights} includes these steps, and a job
 * resumes from {@code weights.unsettled}.
 */
public final class PartFile {
  /** The positions in splits, by partition: its number, and then one number for each split. */
  static final String MARKS = "marks";

  /** The suffix of the name of values that owe proximal steps. */
  static final String UNSETTLED = ".unsettled";

  /**
   * By partition: its number, the number of its applied steps, and how many of them had no
   * examples.
   */
  static final String VERSIONS = "versions";

  private static final String SUFFIX = ".safetensors";

  private PartFile() {}

  /**
   * Writes partitions of one moment, whole or not at all. No file is overwritten, because an index
   * may name it.
   *
   * @param name of the file; a number is appended if it exists already
   * @param slots the names of the optimiser's arrays
   */
  public static WrittenFile write(
      Disk disk,
      Path folder,
      String name,
      PartitionLayout layout,
      List<String> slots,
      List<ReplicaSnapshot> partitions)
      throws IOException {
    disk.createFolder(folder);
    return SafeTensors.write(disk, free(folder, name), tables(layout, slots, partitions));
  }

  private static Path free(Path folder, String name) {
    Path file = folder.resolve(name + SUFFIX);
    for (int next = 2; Files.exists(file); next++) {
      file = folder.resolve("%s-%d%s".formatted(name, next, SUFFIX));
    }
    return file;
  }

  private static List<SafeTensors.Table> tables(
      PartitionLayout layout, List<String> slots, List<ReplicaSnapshot> partitions) {
    var tables = new ArrayList<SafeTensors.Table>();
    for (List<ReplicaSnapshot> run : runs(partitions)) {
      Tensor tensor = layout.tensors().get(run.getFirst().partition().tensor());
      boolean settled = run.getFirst().settled().isPresent();
      String values = settled ? tensor.name() + UNSETTLED : tensor.name();
      if (settled) {
        tables.add(table(tensor, tensor.name(), run, frozen -> frozen.settled().orElseThrow()));
      }
      for (int array = 0; array < run.getFirst().arrays().size(); array++) {
        int number = array;
        String name = array == 0 ? values : name(tensor, array, slots);
        tables.add(table(tensor, name, run, frozen -> frozen.arrays().get(number)));
      }
    }
    tables.add(versions(partitions));
    marks(partitions).ifPresent(tables::add);
    return tables;
  }

  /** The name of an array of a tensor. */
  static String name(Tensor tensor, int array, List<String> slots) {
    return array == 0 ? tensor.name() : tensor.name() + "." + slots.get(array - 1);
  }

  /** Partitions that follow each other without a gap. */
  private static List<List<ReplicaSnapshot>> runs(List<ReplicaSnapshot> partitions) {
    var sorted = new ArrayList<>(partitions);
    sorted.sort(Comparator.comparingInt(frozen -> frozen.partition().id()));
    var runs = new ArrayList<List<ReplicaSnapshot>>();
    for (ReplicaSnapshot next : sorted) {
      if (runs.isEmpty() || !continues(runs.getLast().getLast(), next)) {
        runs.add(new ArrayList<>());
      }
      runs.getLast().add(next);
    }
    return runs;
  }

  private static boolean continues(ReplicaSnapshot one, ReplicaSnapshot next) {
    return one.partition().tensor() == next.partition().tensor()
        && one.partition().id() + 1 == next.partition().id();
  }

  private static SafeTensors.Table table(
      Tensor tensor,
      String name,
      List<ReplicaSnapshot> run,
      Function<ReplicaSnapshot, float[]> array) {
    int from = run.getFirst().partition().firstRow();
    Partition last = run.getLast().partition();
    int to = last.firstRow() + last.rows();
    boolean all = to - from == tensor.rows();
    String fullName = all ? name : "%s.rows-%d-%d".formatted(name, from, to);
    List<Long> shape =
        tensor.width() == 1
            ? List.of((long) to - from)
            : List.of((long) to - from, (long) tensor.width());
    List<float[]> pieces = run.stream().map(array).toList();
    return new SafeTensors.Table(fullName, shape, new Numbers.Floats(pieces));
  }

  private static SafeTensors.Table versions(List<ReplicaSnapshot> partitions) {
    List<Long> values =
        partitions.stream()
            .flatMap(frozen ->
                Stream.of((long) frozen.partition().id(), frozen.version(), frozen.idle()))
            .toList();
    return new SafeTensors.Table(
        VERSIONS, List.of((long) partitions.size(), 3L), new Numbers.Longs(values));
  }

  private static Optional<SafeTensors.Table> marks(List<ReplicaSnapshot> partitions) {
    int splits =
        partitions.stream()
            .flatMap(frozen -> frozen.marks().stream())
            .mapToInt(mark -> mark.split() + 1)
            .max()
            .orElse(0);
    if (splits == 0) {
      return Optional.empty();
    }
    List<Long> values =
        partitions.stream().flatMapToLong(frozen -> row(frozen, splits)).boxed().toList();
    return Optional.of(
        new SafeTensors.Table(
            MARKS, List.of((long) partitions.size(), 1L + splits), new Numbers.Longs(values)));
  }

  private static LongStream row(ReplicaSnapshot frozen, int splits) {
    long[] row = new long[1 + splits];
    row[0] = frozen.partition().id();
    frozen.marks().forEach(mark -> row[1 + mark.split()] = mark.clock());
    return LongStream.of(row);
  }
}
