package dev.ductile.runtime.checkpoint;

import dev.ductile.runtime.disk.Disk;
import dev.ductile.runtime.disk.LocalDisk;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A disk that fails after so many operations, and can lose power then: of each file some bytes
 * behind the last forced one are lost, and of each folder the last names that were not forced.
 */
final class FailingDisk implements Disk {
  private final Disk real = new LocalDisk();
  private final int most;
  private int operations;

  /** How many bytes of a file are safe. */
  private final Map<Path, Long> forced = new HashMap<>();

  /** The actions that undo each change of a folder's names, in the order of the changes. */
  private final Map<Path, List<Undo>> undos = new HashMap<>();

  /** Undoes one change. */
  private interface Undo {
    void run() throws IOException;
  }

  FailingDisk(int most) {
    this.most = most;
  }

  int operations() {
    return operations;
  }

  private void operate() throws IOException {
    if (operations >= most) {
      throw new IOException("the disk failed after %d operations".formatted(operations));
    }
    operations++;
  }

  private void changed(Path path, Undo undo) {
    undos.computeIfAbsent(path.resolveSibling(""), _ -> new ArrayList<>()).add(undo);
  }

  @Override
  public void createFolder(Path folder) throws IOException {
    operate();
    if (Files.notExists(folder)) {
      real.createFolder(folder);
      changed(folder, () -> delete(folder.toFile()));
    }
  }

  private static void delete(java.io.File file) {
    java.io.File[] inside = file.listFiles();
    if (inside != null) {
      for (java.io.File each : inside) {
        delete(each);
      }
    }
    file.delete();
  }

  @Override
  public Output create(Path file) throws IOException {
    operate();
    Output out = real.create(file);
    forced.put(file, 0L);
    changed(file, () -> Files.deleteIfExists(file));
    return new Output() {
      @Override
      public void write(ByteBuffer bytes) throws IOException {
        operate();
        out.write(bytes);
      }

      @Override
      public void force() throws IOException {
        operate();
        forced.remove(file);
      }

      @Override
      public void close() throws IOException {
        out.close();
      }
    };
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    operate();
    Optional<byte[]> replaced = content(to);
    real.rename(from, to);
    Optional.ofNullable(forced.remove(from)).ifPresent(bytes -> forced.put(to, bytes));
    changed(
        to,
        () -> {
          if (Files.exists(to)) {
            real.rename(to, from);
          }
          restore(to, replaced);
        });
  }

  private static Optional<byte[]> content(Path file) throws IOException {
    return Files.isRegularFile(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
  }

  private static void restore(Path file, Optional<byte[]> content) throws IOException {
    if (content.isPresent() && Files.isDirectory(file.resolveSibling(""))) {
      Files.write(file, content.get());
    }
  }

  @Override
  public void force(Path folder) throws IOException {
    operate();
    undos.remove(folder.resolve("x").resolveSibling(""));
  }

  @Override
  public void delete(Path path) throws IOException {
    operate();
    Optional<byte[]> content = content(path);
    boolean folder = Files.isDirectory(path);
    real.delete(path);
    changed(
        path,
        () -> {
          if (folder) {
            Files.createDirectories(path);
          }
          restore(path, content);
        });
  }

  /** Loses a random part of the bytes that were not forced. */
  void losePower(long seed) throws IOException {
    var random = new SplittableRandom(seed);
    for (var file : forced.entrySet()) {
      if (Files.exists(file.getKey())) {
        try (var open = new RandomAccessFile(file.getKey().toFile(), "rw")) {
          open.setLength(random.nextLong(file.getValue(), open.length() + 1));
        }
      }
    }
    for (List<Undo> folder : undos.values()) {
      int kept = random.nextInt(folder.size() + 1);
      for (Undo undo : folder.subList(kept, folder.size()).reversed()) {
        undo.run();
      }
    }
  }
}
