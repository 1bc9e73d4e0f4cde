package dev.ductile.runtime;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Creates, lists and removes folders as a whole. */
final class Folder {
  private Folder() {}

  /** An empty folder in the place of any older one. */
  static Path fresh(Path folder) throws IOException {
    remove(folder);
    return Files.createDirectories(folder);
  }

  /** Its entries; none if it does not exist. */
  static List<Path> inside(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.list(folder)) {
      return paths.toList();
    }
  }

  /** Removes it with its content; files that other processes delete meanwhile are no failure. */
  static void remove(Path folder) throws IOException {
    Files.walkFileTree(folder, new Remover());
  }

  private static final class Remover extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException why) throws IOException {
      if (why instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw why;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException why)
        throws IOException {
      if (why != null) {
        throw why;
      }
      Files.deleteIfExists(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
