package dev.ductile.engines.local;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/** The socket, the lock and the log of the node agent of a run, readable by their owner only. */
final class AgentFolder {
  private static final String NAME = ".agent";
  private static final String SOCKET = "socket";

  /** The kernel's limit is 108 bytes with the zero at the end; some systems have 104. */
  private static final int LONGEST_SOCKET_PATH = 100;

  private final Path folder;

  /** The file key of the socket on which this process listens. */
  private Optional<Object> own = Optional.empty();

  /** The folder of the agent that belongs to the run in {@code root}; it is made if missing. */
  static AgentFolder in(Path root) throws IOException {
    Path folder = root.toAbsolutePath().normalize().resolve(NAME);
    Files.createDirectories(root);
    if (!Files.isDirectory(folder)) {
      Files.createDirectory(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
    return new AgentFolder(folder);
  }

  private AgentFolder(Path folder) {
    this.folder = folder;
  }

  Path log() {
    return folder.resolve("log");
  }

  /** The output of the agent's process, which is empty unless the agent fails. */
  Path crash() {
    return folder.resolve("crash");
  }

  /** The lock of the agent; none if another process holds it. */
  Optional<FileLock> lock() throws IOException {
    var channel =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    Optional<FileLock> lock = Optional.ofNullable(channel.tryLock());
    if (lock.isEmpty()) {
      channel.close();
    }
    return lock;
  }

  /** Listens; the lock must be held, so a socket that exists is one of a dead agent. */
  ServerSocketChannel listen() throws IOException {
    Files.deleteIfExists(folder.resolve(SOCKET));
    var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try (var path = socket()) {
      server.bind(path.address());
    }
    own = socketKey();
    return server;
  }

  /** Connects to the agent; none if no agent listens. */
  Optional<SocketChannel> connect() throws IOException {
    if (!Files.exists(folder.resolve(SOCKET))) {
      return Optional.empty();
    }
    try (var path = socket()) {
      return Optional.of(SocketChannel.open(path.address()));
    } catch (java.net.SocketException e) {
      return Optional.empty(); // refused: the agent is dead
    }
  }

  /**
   * Removes the socket on which this process listens. Somebody may have removed the folder and made
   * it again; then the socket in it belongs to another agent, and stays.
   */
  void remove() throws IOException {
    if (own.isPresent() && own.equals(socketKey())) {
      Files.deleteIfExists(folder.resolve(SOCKET));
    }
  }

  private Optional<Object> socketKey() throws IOException {
    try {
      return Optional.ofNullable(
          Files.readAttributes(folder.resolve(SOCKET), BasicFileAttributes.class).fileKey());
    } catch (NoSuchFileException missing) {
      return Optional.empty();
    }
  }

  private ShortPath socket() throws IOException {
    Path socket = folder.resolve(SOCKET);
    int length = socket.toString().getBytes(StandardCharsets.UTF_8).length;
    if (length <= LONGEST_SOCKET_PATH) {
      return new ShortPath(socket, Optional.empty());
    }
    Path temporary = Files.createTempDirectory("ductile-agent-");
    Path link = Files.createSymbolicLink(temporary.resolve("a"), folder);
    return new ShortPath(link.resolve(SOCKET), Optional.of(link));
  }

  /** A path of the socket that the kernel accepts: through a link, if the folder's is too long. */
  private record ShortPath(Path path, Optional<Path> link) implements AutoCloseable {
    UnixDomainSocketAddress address() {
      return UnixDomainSocketAddress.of(path);
    }

    @Override
    public void close() throws IOException {
      if (link.isPresent()) {
        Files.deleteIfExists(link.get());
        Files.deleteIfExists(link.get().resolveSibling(""));
      }
    }
  }
}
