package dev.ductile.runtime.checkpoint;

import dev.ductile.runtime.checkpoint.SafeTensorsReader.Entry;
import dev.ductile.runtime.disk.DamagedFileException;
import dev.ductile.runtime.disk.WrittenFile;
import dev.ductile.runtime.parameters.BatchSummary;
import dev.ductile.runtime.parameters.Partition;
import dev.ductile.runtime.parameters.PartitionLayout;
import dev.ductile.runtime.parameters.Replica;
import dev.ductile.runtime.parameters.Tensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads partitions from the parts of a checkpoint, written by any number of processes. */
public final class PartReader implements AutoCloseable {
  private static final Pattern ROWS = Pattern.compile("(.+)\\.rows-(\\d{1,9})-(\\d{1,10})");

  private final PartitionLayout layout;
  private final List<String> slots;
  private final List<TensorFile> files = new ArrayList<>();
  private final List<Piece> pieces = new ArrayList<>();
  private final Map<Integer, List<BatchSummary.Mark>> marks = new HashMap<>();
  private final Map<Integer, Steps> steps = new HashMap<>();

  /** The number of applied steps of a partition, and how many of them had no examples. */
  private record Steps(long version, long idle) {}

  /** Rows of an array of a tensor, in one of the files. */
  private record Piece(TensorFile file, Entry entry, String name, long fromRow, long toRow) {}

  /** Reads parts in a folder. Content of a file is used only once the whole file is verified. */
  public PartReader(
      Path folder, List<WrittenFile> parts, PartitionLayout layout, List<String> slots)
      throws IOException {
    this.layout = layout;
    this.slots = slots;
    try {
      for (WrittenFile part : parts) {
        TensorFile file = TensorFile.open(folder, part);
        files.add(file);
        file.entries().forEach((name, entry) -> pieces.add(piece(file, name, entry)));
        readSteps(file);
        readMarks(file);
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private static Piece piece(TensorFile file, String name, Entry entry) {
    Matcher matcher = ROWS.matcher(name);
    return matcher.matches()
        ? new Piece(
            file,
            entry,
            matcher.group(1),
            Long.parseLong(matcher.group(2)),
            Long.parseLong(matcher.group(3)))
        : new Piece(file, entry, name, 0, entry.shape().getFirst());
  }

  /**
   * Fills a replica from the saved values of its partition. A replica that can train, because it
   * has the optimiser's arrays, gets the values as they were; any other gets them with all owed
   * steps applied.
   */
  public void fill(Replica copy) throws IOException {
    Partition partition = copy.partition();
    Tensor tensor = layout.tensors().get(partition.tensor());
    for (int array = 0; array < copy.arrays(); array++) {
      String name = PartFile.name(tensor, array, slots);
      boolean goesOn = array == 0 && copy.arrays() > 1;
      fill(goesOn ? unsettled(name) : name, partition, copy.array(array));
    }
    Steps behind = steps(partition);
    copy.goOnFrom(behind.version(), behind.idle());
    marks.getOrDefault(partition.id(), List.of()).forEach(copy::mark);
  }

  private String unsettled(String name) {
    String unsettled = name + PartFile.UNSETTLED;
    return pieces.stream().anyMatch(piece -> piece.name().equals(unsettled)) ? unsettled : name;
  }

  private void fill(String name, Partition partition, float[] into) throws IOException {
    int done = 0;
    for (Piece piece : pieces) {
      long from = Math.max(piece.fromRow(), partition.firstRow());
      long to = Math.min(piece.toRow(), (long) partition.firstRow() + partition.rows());
      if (piece.name().equals(name) && from < to) {
        int width = partition.width();
        int count = Math.toIntExact((to - from) * width);
        int at = Math.toIntExact((from - partition.firstRow()) * width);
        piece.file().read(piece.entry(), (from - piece.fromRow()) * width, into, at, count);
        done += count;
      }
    }
    if (done != into.length) {
      throw new DamagedFileException(
          "the checkpoint has %d of %d values of %s".formatted(done, into.length, name));
    }
  }

  private Steps steps(Partition partition) throws IOException {
    Steps found = steps.get(partition.id());
    if (found == null || found.idle() < 0 || found.idle() > found.version()) {
      throw new DamagedFileException(
          "the checkpoint says %s of how many steps partition %d has behind it"
              .formatted(found == null ? "nothing" : found, partition.id()));
    }
    return found;
  }

  private void readSteps(TensorFile file) throws IOException {
    Optional<Entry> entry = file.entry(PartFile.VERSIONS);
    if (entry.isPresent()) {
      long[] table = file.readLongs(entry.get());
      for (int row = 0; row + 2 < table.length; row += 3) {
        steps.put(partition(table[row]), new Steps(table[row + 1], table[row + 2]));
      }
    }
  }

  private void readMarks(TensorFile file) throws IOException {
    Optional<Entry> entry = file.entry(PartFile.MARKS);
    if (entry.isEmpty()) {
      return;
    }
    long[] table = file.readLongs(entry.get());
    int width = Math.toIntExact(entry.get().shape().getLast());
    for (int row = 0; row < table.length; row += width) {
      var known = marks.computeIfAbsent(partition(table[row]), _ -> new ArrayList<>());
      for (int split = 0; split < width - 1; split++) {
        known.add(mark(split, table[row + 1 + split]));
      }
    }
  }

  private int partition(long number) throws IOException {
    if (number < 0 || number >= layout.partitions().size()) {
      throw new DamagedFileException(
          "the checkpoint has a partition %d, and there are %d"
              .formatted(number, layout.partitions().size()));
    }
    return (int) number;
  }

  private static BatchSummary.Mark mark(int split, long clock) throws IOException {
    try {
      return new BatchSummary.Mark(split, clock);
    } catch (IllegalArgumentException e) {
      throw new DamagedFileException("the checkpoint says that " + e.getMessage(), e);
    }
  }

  @Override
  public void close() throws IOException {
    for (TensorFile file : files) {
      file.close();
    }
  }
}
