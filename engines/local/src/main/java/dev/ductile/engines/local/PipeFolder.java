package dev.ductile.engines.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The folder of an engine's named pipes, in the system's temporary folder. The guard removes it; if
 * the guard was killed too, the next engine removes it.
 */
final class PipeFolder {
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path PROCESSES = Path.of("/proc/self/ns/pid");
  private static final int MARK = 8;

  private PipeFolder() {}

  static Path make() throws IOException {
    String kin = "ductile-pipes-%s-".formatted(mark());
    Path made = Files.createTempDirectory(kin + ProcessHandle.current().pid() + "-");
    Path parent = made.toAbsolutePath().getParent();
    if (parent != null) {
      clean(parent, kin, Files.getOwner(made));
    }
    return made;
  }

  /** Process numbers are unique within one boot and one container only. */
  private static String mark() {
    String scope;
    try {
      scope = Files.readString(BOOT) + Files.readSymbolicLink(PROCESSES);
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

  private static List<Path> inside(Path folder, String start) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(path -> path.getFileName().toString().startsWith(start)).toList();
    } catch (UncheckedIOException e) {
      throw new IOException(e);
    }
  }

  /** Folders and links of other users in the parent stay. */
  private static void removeOwn(Path old, UserPrincipal self) {
    try {
      if (Files.isDirectory(old, LinkOption.NOFOLLOW_LINKS)
          && Files.getOwner(old, LinkOption.NOFOLLOW_LINKS).equals(self)) {
        for (Path pipe : inside(old, "")) {
          Files.deleteIfExists(pipe);
        }
        Files.deleteIfExists(old);
      }
    } catch (IOException e) {
      // another process removes it at this moment
    }
  }
}
