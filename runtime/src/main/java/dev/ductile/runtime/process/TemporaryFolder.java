package dev.ductile.runtime.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Folders in the system's temporary folder, each of one process and readable by its user only. The
 * name contains the process and the boot, so that the next process removes the folders of killed
 * ones.
 */
public final class TemporaryFolder {
  private static final Path PROCESSES = Path.of("/proc/self/ns/pid");
  private static final int MARK = 8;

  private TemporaryFolder() {}

  /**
   * Makes a folder for this process, and removes those of the same kind whose processes are dead.
   *
   * @param kind one word
   */
  public static Path make(String kind) throws IOException {
    String kin = "ductile-%s-%s-".formatted(kind, mark());
    Path made = Files.createTempDirectory(kin + ProcessHandle.current().pid() + "-");
    Path parent = made.toAbsolutePath().getParent();
    if (parent != null) {
      clean(parent, kin, Files.getOwner(made));
    }
    return made;
  }

  /** Process numbers of another boot or container do not count here. */
  private static String mark() {
    String scope;
    try {
      scope = Files.readString(Host.BOOT) + Files.readSymbolicLink(PROCESSES);
    } catch (IOException e) {
      scope = "one machine";
    }
    return UUID.nameUUIDFromBytes(scope.getBytes(StandardCharsets.UTF_8))
        .toString()
        .substring(0, MARK);
  }

  private static void clean(Path parent, String kin, UserPrincipal self) throws IOException {
    for (Path old : inside(parent, kin)) {
      String[] rest = old.getFileName().toString().substring(kin.length()).split("-", 2);
      if (rest[0].matches("\\d{1,18}") && ProcessHandle.of(Long.parseLong(rest[0])).isEmpty()) {
        removeOwn(old, self);
      }
    }
  }

  private static List<Path> inside(Path parent, String kin) throws IOException {
    try (Stream<Path> all = Files.list(parent)) {
      return all.filter(path -> path.getFileName().toString().startsWith(kin)).toList();
    } catch (UncheckedIOException e) {
      throw new IOException(e);
    }
  }

  /** Other users may write into the parent too: their folders and links stay. */
  private static void removeOwn(Path old, UserPrincipal self) {
    try {
      if (Files.isDirectory(old, LinkOption.NOFOLLOW_LINKS)
          && Files.getOwner(old, LinkOption.NOFOLLOW_LINKS).equals(self)) {
        remove(old);
      }
    } catch (IOException | UncheckedIOException e) {
      // another process removes it at this moment
    }
  }

  /** Removes a folder and its content. */
  public static void remove(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
