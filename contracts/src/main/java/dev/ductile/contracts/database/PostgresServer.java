package dev.ductile.contracts.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A real PostgreSQL server on the loopback address, with its data in a temporary folder. It ends
 * with this process, and by itself after ten minutes.
 */
public final class PostgresServer implements AutoCloseable {
  private static final Duration LONGEST_LIFE = Duration.ofMinutes(10);
  private static final Duration LONGEST_COMMAND = Duration.ofSeconds(60);
  private static final Path PACKAGES = Path.of("/usr/lib/postgresql");
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(50);
  private static final int MOST_ATTEMPTS = 600;
  private static final String LOOPBACK = "127.0.0.1";
  private static final String USER = "postgres";

  private final Path programs;
  private final Path folder;
  private final int port;
  private final AtomicInteger databases = new AtomicInteger();
  private Optional<Process> process = Optional.empty();

  private PostgresServer(Path programs, Path folder, int port) {
    this.programs = programs;
    this.folder = folder;
    this.port = port;
  }

  /** Creates and starts a server; empty if PostgreSQL is not installed. */
  public static Optional<PostgresServer> start() throws IOException {
    return startIn(Path.of(System.getProperty("java.io.tmpdir")));
  }

  /** The same with its data below this folder. */
  public static Optional<PostgresServer> startIn(Path parent) throws IOException {
    Optional<Path> programs = programs();
    return programs.isPresent() ? Optional.of(create(programs.get(), parent)) : Optional.empty();
  }

  /** The folder of the newest installed version; Debian does not put it on the PATH. */
  private static Optional<Path> programs() throws IOException {
    if (!Files.isDirectory(PACKAGES)) {
      return Optional.empty();
    }
    try (Stream<Path> versions = Files.list(PACKAGES)) {
      return versions
          .map(version -> version.resolve("bin"))
          .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
          .max(Comparator.naturalOrder());
    }
  }

  private static PostgresServer create(Path programs, Path parent) throws IOException {
    Path folder = Files.createTempDirectory(parent, "ductile-postgres");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    var server = new PostgresServer(programs, folder, freePort());
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "postgres stop"));
    server.command(
        "initdb", "-D", server.data(), "-U", USER, "-A", "trust", "--no-sync", "-E", "UTF8");
    server.begin();
    return server;
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void begin() throws IOException {
    List<String> arguments =
        List.of(
            programs.resolve("postgres").toString(),
            "-D",
            data(),
            "-p",
            Integer.toString(port),
            "-k",
            folder.toString(),
            "-c",
            "listen_addresses=127.0.0.1");
    var line = new ArrayList<String>();
    line.addAll(asUser());
    line.addAll(List.of("timeout", "--foreground", Long.toString(LONGEST_LIFE.toSeconds())));
    line.addAll(arguments);
    Process server =
        new ProcessBuilder(line)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    process = Optional.of(server);
    awaitAnswer(server);
  }

  private void awaitAnswer(Process server) throws IOException {
    for (int attempt = 0;
        attempt < MOST_ATTEMPTS && !endsWithin(server, BETWEEN_ATTEMPTS);
        attempt++) {
      if (run("pg_isready", "-q", "-h", LOOPBACK, "-p", Integer.toString(port)) == 0) {
        return;
      }
    }
    throw new IOException("PostgreSQL does not answer: " + Files.readString(folder.resolve("log")));
  }

  /** Starts the server again after {@link #kill}, if it does not run. */
  public synchronized void beginAgain() throws IOException {
    if (process.filter(Process::isAlive).isEmpty()) {
      begin();
    }
  }

  /** Creates an empty database; returns its JDBC URL. */
  public String newDatabase() throws IOException {
    String name = "test" + databases.incrementAndGet();
    command("createdb", "-h", LOOPBACK, "-p", Integer.toString(port), "-U", USER, name);
    return "jdbc:postgresql://127.0.0.1:%d/%s?user=%s".formatted(port, name, USER);
  }

  /** Ends the server at once, as a crash does: without saving what is only in its memory. */
  public synchronized void kill() throws IOException {
    command("pg_ctl", "stop", "-D", data(), "-m", "immediate", "-w", "-t", "30");
    process.ifPresent(PostgresServer::await);
  }

  @Override
  public void close() {
    try {
      if (process.filter(Process::isAlive).isPresent()) {
        kill();
      }
      delete();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private void delete() throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  private String data() {
    return folder.resolve("data").toString();
  }

  /** PostgreSQL refuses to run as root. */
  private static List<String> asUser() {
    return "root".equals(System.getProperty("user.name"))
        ? List.of("setpriv", "--reuid", USER, "--regid", USER, "--init-groups")
        : List.of();
  }

  private void command(String program, String... arguments) throws IOException {
    if (run(program, arguments) != 0) {
      throw new IOException(program + ": " + Files.readString(log(program)));
    }
  }

  private Path log(String program) {
    return folder.resolve(program + ".log");
  }

  private int run(String program, String... arguments) throws IOException {
    var line = new ArrayList<>(asUser());
    line.add(programs.resolve(program).toString());
    line.addAll(List.of(arguments));
    Process command =
        new ProcessBuilder(line)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log(program).toFile())
            .start();
    await(command);
    return command.exitValue();
  }

  private static void await(Process command) {
    if (!endsWithin(command, LONGEST_COMMAND)) {
      command.destroyForcibly();
      throw new IllegalStateException("a program of PostgreSQL does not end");
    }
  }

  private static boolean endsWithin(Process command, Duration time) {
    try {
      return command.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
