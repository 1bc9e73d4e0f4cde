package dev.ductile.reports;

import dev.ductile.text.OutputFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder of output files that appear together: they are written to a temporary folder first, and
 * moved when all are complete.
 *
 * <p>The temporary folder is hidden inside this one, so a move never crosses file systems and the
 * parent need not be writable.
 */
public final class OutputFolder {
  private final Path folder;

  public OutputFolder(Path folder) {
    this.folder = folder;
  }

  /** Writes files into the folder it is given. */
  @FunctionalInterface
  public interface Filling {
    void into(Path aside) throws IOException;
  }

  /** Replaces files of these names from an earlier filling; others stay unchanged. */
  public List<Path> fill(Filling filling) throws IOException {
    boolean isNew = !Files.exists(folder);
    Files.createDirectories(folder);
    Path aside = Files.createTempDirectory(folder, ".partial-");
    try {
      filling.into(aside);
      List<Path> filled = moveAll(aside);
      isNew = false;
      return filled;
    } finally {
      delete(aside);
      if (isNew) {
        Files.deleteIfExists(folder);
      }
    }
  }

  private List<Path> moveAll(Path aside) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(aside)) {
      files = all.filter(Files::isRegularFile).map(aside::relativize).sorted().toList();
    }
    for (Path file : files) {
      Path target = folder.resolve(file);
      Files.createDirectories(target.resolveSibling(""));
      if (Files.isSymbolicLink(target) || isSpecial(target)) {
        OutputFile.write(target, out -> Files.copy(aside.resolve(file), out));
      } else {
        Files.move(aside.resolve(file), target, StandardCopyOption.REPLACE_EXISTING);
      }
    }
    return files.stream().map(folder::resolve).toList();
  }

  /** Whether it is a device or a pipe, which is written to and not replaced. */
  private static boolean isSpecial(Path target) {
    return Files.exists(target) && !Files.isRegularFile(target) && !Files.isDirectory(target);
  }

  public static void write(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardCharsets.UTF_8);
  }

  private static void delete(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException failure)
              throws IOException {
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
