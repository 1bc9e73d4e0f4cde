package dev.ductile.runtime.state;

import dev.ductile.runtime.disk.Disk;
import dev.ductile.runtime.disk.WrittenFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
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
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.toList();
    } catch (UncheckedIOException e) {
      throw new IOException(e);
    }
  }

  long step() {
    return Long.parseLong(path.getFileName().toString().substring(PREFIX.length()));
  }

  /** Whether it has an index; without one it was never completed, or has lost it. */
  boolean isSealed() {
    return Files.exists(path.resolve(INDEX));
  }

  /** The index as it lies there. */
  CheckpointIndex open() throws IOException {
    Path file = path.resolve(INDEX);
    try {
      if (Files.size(file) > MOST_INDEX) {
        throw new IOException("it has %d bytes".formatted(Files.size(file)));
      }
      CheckpointIndex index = CheckpointIndex.parse(Files.readAllBytes(file));
      if (!path.getFileName().equals(of(path, index.step()).path().getFileName())) {
        throw new IOException("it is of step %d".formatted(index.step()));
      }
      return index;
    } catch (NoSuchFileException | AccessDeniedException | CheckpointException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException("%s: %s".formatted(INDEX, e.getMessage()), e);
    }
  }

  /** What is wrong with the files that the index names; empty if nothing is. */
  Optional<String> damage(CheckpointIndex index) throws AccessDeniedException {
    try {
      for (WrittenFile part : index.parts()) {
        part.verify(path);
      }
      return Optional.empty();
    } catch (AccessDeniedException e) {
      throw e;
    } catch (IOException e) {
      return Optional.of(sentence(e));
    }
  }

  /** A missing file has no message but its name. */
  static String sentence(IOException e) {
    return e instanceof NoSuchFileException missing
        ? missing.getFile().replaceFirst(".*/", "") + " is missing"
        : String.valueOf(e.getMessage());
  }

  /** Completes it. Files of an index that was here before, and are in this one no more, go. */
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

  private Set<String> names() {
    try {
      return isSealed()
          ? open().parts().stream()
              .map(WrittenFile::name)
              .collect(Collectors.toCollection(HashSet::new))
          : new HashSet<>();
    } catch (IOException _) {
      return new HashSet<>(); // it is replaced, and what it named stays
    }
  }

  /** Deletes all files but those that the index names. */
  void deleteStrays(Disk disk) throws IOException {
    Set<String> wanted = names();
    wanted.add(INDEX);
    for (Path file : inside(path)) {
      if (!wanted.contains(file.getFileName().toString())) {
        disk.delete(file);
      }
    }
  }

  /** Deletes it, the index first: half deleted it is no checkpoint. */
  void delete(Disk disk) throws IOException {
    disk.delete(path.resolve(INDEX));
    disk.force(path);
    for (Path file : inside(path)) {
      disk.delete(file);
    }
    disk.delete(path);
  }

  /** Renames it, so that it is kept and yet no checkpoint of the job. */
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

  /** Of those that were set aside, the ones of earlier steps that are too many. */
  static List<CheckpointFolder> tooManyAside(Path root) throws IOException {
    return inside(root).stream()
        .filter(path -> path.getFileName().toString().startsWith(DAMAGED))
        .sorted(Comparator.comparing(Path::getFileName).reversed())
        .skip(MOST_DAMAGED)
        .map(CheckpointFolder::new)
        .toList();
  }
}
