package dev.ductile.engines.local;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A named pipe for the output of one task. Unlike the pipe of a {@link Process}, which is closed as
 * soon as that process ends, it stays open while any process of the group may print.
 */
final class Pipe implements AutoCloseable {
  private static final Duration LONGEST_MAKING = Duration.ofSeconds(10);

  private final Path path;
  private final RandomAccessFile keeper;
  private final InputStream in;

  /**
   * Makes pipes at these paths, all by one call of a program. A task of another user may open its
   * output again; the folder of the pipes keeps all other users out.
   */
  static void make(List<Path> paths) throws IOException {
    var command = new ArrayList<String>(List.of("mkfifo", "-m", "622"));
    paths.forEach(path -> command.add(path.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var out = process.inputReader()) {
      if (!process.waitFor(LONGEST_MAKING) || process.exitValue() != 0) {
        throw new IOException("pipes cannot be made: " + out.readLine());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while pipes were made", e);
    }
  }

  /** Opening either end of a pipe waits for the other end, so this class holds both. */
  Pipe(Path path) throws IOException {
    this.path = path;
    this.keeper = new RandomAccessFile(path.toFile(), "rw");
    this.in = new FileInputStream(path.toFile());
  }

  File end() {
    return path.toFile();
  }

  InputStream in() {
    return in;
  }

  /**
   * Printing processes have it open by now; the reader sees its end when the last one closes it.
   */
  @Override
  public void close() throws IOException {
    keeper.close();
    Files.deleteIfExists(path);
  }
}
