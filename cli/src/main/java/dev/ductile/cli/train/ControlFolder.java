package dev.ductile.cli.train;

import dev.ductile.text.InputException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The folder of the control sockets of this user's running jobs; no other user may enter it. */
record ControlFolder(Path path) {
  private static final String ENDING = ".job";

  /** The longest name of a socket; a whole path may have about 100 characters. */
  private static final int LONGEST_NAME = 40;

  /** The most sockets that are listed. */
  private static final int MOST_JOBS = 10_000;

  static ControlFolder of(Map<String, String> environment) {
    String own = environment.getOrDefault("XDG_RUNTIME_DIR", "");
    String user = System.getProperty("user.name", "me").replaceAll("[^A-Za-z0-9._-]", "_");
    return new ControlFolder(
        own.isEmpty()
            ? Path.of(System.getProperty("java.io.tmpdir"), "ductile-" + user)
            : Path.of(own, "ductile"));
  }

  Path socket(String job) {
    String name =
        job.length() <= LONGEST_NAME
            ? job
            : "%s~%08x".formatted(job.substring(0, LONGEST_NAME - 9), job.hashCode());
    return path.resolve(name + ENDING);
  }

  /** Creates the folder, or refuses an existing one that others may enter. */
  void prepare() throws IOException {
    try {
      Files.createDirectory(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (FileAlreadyExistsException _) {
      var attributes =
          Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      boolean own = attributes.owner().getName().equals(System.getProperty("user.name"));
      String rights = PosixFilePermissions.toString(attributes.permissions());
      if (!attributes.isDirectory() || !own || !rights.endsWith("------")) {
        throw new InputException(
            "%s must be your own folder without rights for others, but has rights %s and owner %s"
                .formatted(path, rights, attributes.owner().getName()));
      }
    }
  }

  /** Whether a process listens at this socket; a killed job leaves its socket behind. */
  static boolean isAnswered(Path socket) {
    try (var there = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      there.configureBlocking(false);
      there.connect(UnixDomainSocketAddress.of(socket));
      return true;
    } catch (IOException | IllegalArgumentException _) {
      return false;
    }
  }

  /** The jobs that are training. */
  List<String> jobs() {
    if (!Files.isDirectory(path)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(path)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(ENDING))
          .limit(MOST_JOBS)
          .filter(ControlFolder::isAnswered)
          .map(file -> file.getFileName().toString())
          .map(name -> name.substring(0, name.length() - ENDING.length()))
          .sorted()
          .toList();
    } catch (IOException _) {
      return List.of();
    }
  }
}
