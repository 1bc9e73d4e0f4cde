package dev.ductile.runtime.checkpoint;

import dev.ductile.runtime.disk.DamagedFileException;
import dev.ductile.runtime.disk.Disk;
import dev.ductile.runtime.disk.WrittenFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The folder of one checkpoint, named by its step. */
record CheckpointFolder(Path path) {
  static final String INDEX = "index.json";
  private static final String PREFIX = "step-";
  private static final String DAMAGED = "damaged-";
  private static final int MOST_DAMAGED = 4;
  private static final long MOST_INDEX = 64L << 20;

  static CheckpointFolder of(Path root, long step) {
    return new CheckpointFolder(root.resolve("%s%012d".formatted(PREFIX, step)));
  }

  static List<CheckpointFolder> newestFirst(Path root) throws IOException {
    return inside(root).stream()
        .filter(path -> path.getFileName().toString().matches(PREFIX + "\\d{12,18}"))
        .map(CheckpointFolder::new)
        .sorted(Comparator.comparingLong(CheckpointFolder::step).reversed())
        .toList();
  }

  private static List<Path> inside(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.toList();
    } catch (NoSuchFileException _) {
      return List.of();
    } catch (UncheckedIOException e) {
      throw new IOException(e);
    }
  }

  long step() {
    return Long.parseLong(path.getFileName().toString().substring(PREFIX.length()));
  }

  /**
   * Whether it has an index, or may have one that cannot be read. Without one it was never
   * completed, or has lost it.
   */
  boolean isSealed() {
    return !Files.notExists(path.resolve(INDEX));
  }

  /**
   * Reads the index.
   *
   * @throws DamagedFileException if it is missing or differs from the written one
   * @throws IOException if it cannot be read
   */
  CheckpointIndex open() throws IOException {
    byte[] bytes = read();
    try {
      CheckpointIndex index = CheckpointIndex.parse(bytes);
      if (!path.getFileName().equals(of(path, index.step()).path().getFileName())) {
        throw new IOException("it is of step %d".formatted(index.step()));
      }
      return index;
    } catch (CheckpointException e) {
      throw e;
    } catch (IOException e) {
      throw new DamagedFileException("%s: %s".formatted(INDEX, e.getMessage()), e);
    }
  }

  private byte[] read() throws IOException {
    Path file = path.resolve(INDEX);
    try {
      if (Files.size(file) > MOST_INDEX) {
        throw new DamagedFileException("%s has %d bytes".formatted(INDEX, Files.size(file)));
      }
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      String what = Files.notExists(path) ? "the folder is missing" : INDEX + " is missing";
      throw new DamagedFileException(what, e);
    }
  }

  /** The damage of the files that the index names; empty if there is none. */
  Optional<String> damage(CheckpointIndex index) throws IOException {
    try {
      for (WrittenFile part : index.parts()) {
        part.verify(path);
      }
      return Optional.empty();
    } catch (DamagedFileException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** Completes it. Files of an earlier index that are not in this one are deleted. */
  void seal(Disk disk, CheckpointIndex index) throws IOException {
    for (WrittenFile part : index.parts()) {
      long bytes = Files.size(path.resolve(part.name()));
      if (bytes != part.bytes()) {
        throw new IOException(
            "%s has %d bytes, not %d".formatted(part.name(), bytes, part.bytes()));
      }
    }
    Set<String> before = names();
    disk.force(path.toAbsolutePath().resolveSibling(""));
    WrittenFile.write(disk, path.resolve(INDEX), index.toJson());
    index.parts().forEach(part -> before.remove(part.name()));
    for (String name : before) {
      disk.delete(path.resolve(name));
    }
  }

  /** The files that an index here names; none if it cannot be read, so all files stay. */
  private Set<String> names() {
    try {
      return isSealed() ? names(open()) : new HashSet<>();
    } catch (IOException _) {
      return new HashSet<>();
    }
  }

  private static Set<String> names(CheckpointIndex index) {
    return index.parts().stream()
        .map(WrittenFile::name)
        .collect(Collectors.toCollection(HashSet::new));
  }

  /** Deletes all files except those that the index names; if the index cannot be read, none. */
  void deleteStrays(Disk disk) throws IOException {
    Set<String> wanted = names();
    if (wanted.isEmpty()) {
      return;
    }
    wanted.add(INDEX);
    for (Path file : inside(path)) {
      if (!wanted.contains(file.getFileName().toString())) {
        disk.delete(file);
      }
    }
  }

  /** Deletes it, the index first: without the index it is no checkpoint. */
  void delete(Disk disk) throws IOException {
    disk.delete(path.resolve(INDEX));
    disk.force(path);
    for (Path file : inside(path)) {
      disk.delete(file);
    }
    disk.delete(path);
  }

  /** Renames it, so that it is kept but is no checkpoint of the job. */
  Path setAside(Disk disk) throws IOException {
    String name = DAMAGED + path.getFileName();
    Path aside = path.resolveSibling(name);
    for (int next = 2; Files.exists(aside); next++) {
      aside = path.resolveSibling(name + "-" + next);
    }
    disk.rename(path, aside);
    disk.force(path.toAbsolutePath().resolveSibling(""));
    return aside;
  }

  /** The oldest of the folders that were set aside, as far as there are too many. */
  static List<CheckpointFolder> tooManyAside(Path root) throws IOException {
    return inside(root).stream()
        .filter(path -> path.getFileName().toString().startsWith(DAMAGED))
        .sorted(Comparator.comparing(Path::getFileName).reversed())
        .skip(MOST_DAMAGED)
        .map(CheckpointFolder::new)
        .toList();
  }
}
