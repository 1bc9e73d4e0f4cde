package dev.ductile.runtime.task;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Where a task's Unix-domain socket lies: its name is short, for a socket's path may have about a
 * hundred bytes, and says whose it is, so that those of tasks that were killed can be removed.
 */
final class SocketFolder {
  private SocketFolder() {}

  /** A folder for one process, readable by its user only; what the dead of its job left goes. */
  static Path make(String token) throws IOException {
    String job = "ductile-%s-".formatted(name(token));
    Path home = Files.createTempDirectory(job + ProcessHandle.current().pid() + "-");
    Path parent = home.toAbsolutePath().getParent();
    if (parent != null) {
      clean(parent, job);
    }
    return home;
  }

  /** Eight digits that tell jobs apart and say nothing of the secret. */
  private static String name(String token) {
    return UUID.nameUUIDFromBytes(token.getBytes(StandardCharsets.UTF_8))
        .toString()
        .substring(0, 8);
  }

  private static void clean(Path parent, String job) {
    try {
      remove(parent, job);
    } catch (IOException e) {
      // somebody else removes it, or it is not ours: it harms nobody
    }
  }

  private static void remove(Path parent, String job) throws IOException {
    for (Path old : those(parent, job)) {
      String[] rest = old.getFileName().toString().substring(job.length()).split("-", 2);
      if (rest[0].matches("\\d{1,18}") && ProcessHandle.of(Long.parseLong(rest[0])).isEmpty()) {
        Files.deleteIfExists(old.resolve("s"));
        Files.deleteIfExists(old);
      }
    }
  }

  private static List<Path> those(Path parent, String job) throws IOException {
    try (Stream<Path> all = Files.list(parent)) {
      return all.filter(path -> path.getFileName().toString().startsWith(job)).toList();
    } catch (UncheckedIOException e) {
      throw new IOException(e);
    }
  }
}
