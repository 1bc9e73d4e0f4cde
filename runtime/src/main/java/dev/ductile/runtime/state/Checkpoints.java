package dev.ductile.runtime.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * The folder of a job's checkpoints, each in a folder of its own. One counts when its index is
 * there and its parts are as the index says; the newest that counts is gone on from.
 */
public final class Checkpoints {
  private static final String INDEX = "index.json";
  private static final int BUFFER = 1 << 20;
  private static final long MOST_INDEX = 64L << 20;

  private final Path root;
  private final int keep;
  private final Consumer<String> trouble;

  /** Those that were found to be so, and are no reason to forget others. */
  private final Set<Path> damaged = new HashSet<>();

  /**
   * Checkpoints in a folder, which need not be there.
   *
   * @param keep how many of the last are kept
   * @param trouble hears of those that are damaged
   */
  public Checkpoints(Path root, int keep, Consumer<String> trouble) {
    if (keep < 1) {
      throw new IllegalArgumentException(
          "at least one checkpoint is to be kept, not %d".formatted(keep));
    }
    this.root = root;
    this.keep = keep;
    this.trouble = trouble;
  }

  /** A checkpoint that is whole, and where it lies. */
  public record Found(Path directory, CheckpointIndex index) {
    /** Its parts. */
    public List<Path> files() {
      return index.parts().stream().map(part -> directory.resolve(part.file())).toList();
    }
  }

  /** The folder of a step's checkpoint. */
  public Path directory(long step) {
    return root.resolve("step-%012d".formatted(step));
  }

  /** Makes a checkpoint whole, whose parts lie in its folder, and forgets those too old. */
  public synchronized void seal(
      Path directory, long step, List<String> files, List<CheckpointIndex.Cursor> cursors)
      throws IOException {
    var parts = new ArrayList<CheckpointIndex.Part>();
    for (String file : files) {
      Path part = directory.resolve(file);
      parts.add(new CheckpointIndex.Part(file, Files.size(part), checksum(part)));
    }
    damaged.remove(directory);
    write(directory.resolve(INDEX), new CheckpointIndex(step, parts, cursors).toJson());
    forgetOld(directory);
  }

  private static void write(Path file, String text) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try (FileChannel out =
        FileChannel.open(
            part,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
      out.force(true);
    }
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Keeps the one that was just sealed and the last ones before it that may be whole. A sealed one
   * of a later step is from before the job went back, and is followed by nothing; one without an
   * index may be being written.
   */
  private void forgetOld(Path sealed) throws IOException {
    int kept = 1;
    for (Path directory : newestFirst()) {
      boolean whole = Files.exists(directory.resolve(INDEX)) && !damaged.contains(directory);
      if (step(directory) > step(sealed)) {
        if (Files.exists(directory.resolve(INDEX))) {
          delete(directory);
        }
      } else if (step(directory) < step(sealed)) {
        if (kept >= keep) {
          delete(directory);
        } else if (whole) {
          kept++;
        }
      }
    }
  }

  private static void delete(Path directory) throws IOException {
    Files.deleteIfExists(directory.resolve(INDEX));
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.deleteIfExists(file);
      }
    }
    Files.deleteIfExists(directory);
  }

  /** The newest that is whole; empty if there is none. */
  public synchronized Optional<Found> newest() throws IOException {
    for (Path directory : newestFirst()) {
      try {
        CheckpointIndex index = open(directory);
        verify(directory, index);
        damaged.remove(directory);
        return Optional.of(new Found(directory, index));
      } catch (NoSuchFileException e) {
        damaged.add(directory);
        trouble.accept("%s is not whole: %s is missing".formatted(directory, e.getFile()));
      } catch (IOException e) {
        damaged.add(directory);
        trouble.accept("%s is damaged: %s".formatted(directory, e.getMessage()));
      }
    }
    return Optional.empty();
  }

  /** The checkpoint of a folder, as its index says. */
  public static Found read(Path directory) throws IOException {
    return new Found(directory, open(directory));
  }

  private static CheckpointIndex open(Path directory) throws IOException {
    Path file = directory.resolve(INDEX);
    if (Files.size(file) > MOST_INDEX) {
      throw new IOException("%s is too large: %d bytes".formatted(file, Files.size(file)));
    }
    return CheckpointIndex.parse(Files.readString(file));
  }

  private static void verify(Path directory, CheckpointIndex index) throws IOException {
    for (CheckpointIndex.Part part : index.parts()) {
      Path file = directory.resolve(part.file());
      long bytes = Files.size(file);
      if (bytes != part.bytes()) {
        throw new IOException("%s has %d bytes, not %d".formatted(file, bytes, part.bytes()));
      }
      if (checksum(file) != part.checksum()) {
        throw new IOException("%s has another checksum than its index says".formatted(file));
      }
    }
  }

  private List<Path> newestFirst() throws IOException {
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(root)) {
      return all.filter(path -> path.getFileName().toString().matches("step-\\d{12,18}"))
          .sorted(Comparator.comparingLong(Checkpoints::step).reversed())
          .toList();
    } catch (UncheckedIOException e) {
      throw new IOException(e);
    }
  }

  private static long step(Path directory) {
    return Long.parseLong(directory.getFileName().toString().substring("step-".length()));
  }

  private static long checksum(Path file) throws IOException {
    var checksum = new CRC32C();
    ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
    try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
      while (in.read(buffer) >= 0) {
        checksum.update(buffer.flip());
        buffer.clear();
      }
    }
    return checksum.getValue();
  }
}
