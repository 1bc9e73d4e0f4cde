package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The packaged command in one process for all tests of a class, with the options and jars of its
 * launcher. For claims about answers, messages, files and exit statuses; {@link Ductile} shows the
 * launcher, streams and the life of a process. The working folder is empty before each test.
 */
final class CommandSession implements BeforeEachCallback, AfterAllCallback {
  private static final Path NO_INPUT = Path.of("/dev/null");
  private static final long PATIENCE_SECONDS = 60;

  private final Map<String, String> environment;
  private Optional<Server> server = Optional.empty();

  CommandSession() {
    this(Map.of());
  }

  /** A session whose process has these variables, too. */
  CommandSession(Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * @param home has the working folder, and the files to which the process writes
   */
  private record Server(
      Path home, Process process, DataOutputStream requests, DataInputStream answers) {
    Path folder() {
      return home.resolve("folder");
    }

    Path out() {
      return home.resolve("out");
    }

    Path err() {
      return home.resolve("err");
    }
  }

  /** The working folder of the commands. */
  Path folder() {
    return server().folder();
  }

  /** Makes the examples of the project those of the working folder. */
  void linkExamples() throws IOException {
    Files.createSymbolicLink(folder().resolve("examples"), Ductile.root().resolve("examples"));
  }

  Ductile.Answer run(String... arguments) {
    return runWithInput(NO_INPUT, arguments);
  }

  /** Runs a line of a document: words without quotes, and perhaps a comment. */
  Ductile.Answer line(String line) {
    String command = line.replaceFirst("\\s+#.*", "");
    assertThat(command).startsWith("ductile ").doesNotContainPattern("['\"|<>&;$*]");
    return run(command.substring("ductile ".length()).split("\\s+", -1));
  }

  /** Runs a command whose standard input is this file. */
  Ductile.Answer runWithInput(Path input, String... arguments) {
    Server running = server();
    try {
      Files.write(running.out(), new byte[0]);
      Files.write(running.err(), new byte[0]);
      running.requests().writeInt(arguments.length);
      running.requests().writeUTF(running.folder().resolve(input).toString());
      for (String argument : arguments) {
        running.requests().writeUTF(argument);
      }
      running.requests().flush();
      int status = running.answers().readInt();
      return new Ductile.Answer(
          status, Files.readString(running.out()), Files.readString(running.err()));
    } catch (IOException e) {
      throw failure(Arrays.toString(arguments), running.err(), e);
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    try (Stream<Path> files = Files.list(folder())) {
      for (Path file : files.toList()) {
        delete(file);
      }
    }
  }

  /** The process ends by itself, so no command has left a thread that keeps it alive. */
  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    Server running = server();
    try (DataOutputStream requests = running.requests();
        DataInputStream _ = running.answers()) {
      requests.writeInt(-1);
      requests.flush();
      assertThat(running.process().waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(running.process().exitValue()).isZero();
    } finally {
      running.process().destroyForcibly();
      delete(running.home());
    }
  }

  private Server server() {
    if (server.isEmpty()) {
      server = Optional.of(started(environment));
    }
    return server.orElseThrow();
  }

  private static Server started(Map<String, String> environment) {
    try {
      Path home = Files.createTempDirectory("commands-");
      Path socket = home.resolve("socket");
      try (var listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
        listener.bind(UnixDomainSocketAddress.of(socket));
        Process process = process(home, socket, environment);
        var _ = process.onExit().thenRun(() -> close(listener));
        SocketChannel channel = accepted(listener, home.resolve("err"));
        return new Server(
            home,
            process,
            new DataOutputStream(Channels.newOutputStream(channel)),
            new DataInputStream(Channels.newInputStream(channel)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SocketChannel accepted(ServerSocketChannel listener, Path err) {
    try {
      return listener.accept();
    } catch (IOException e) {
      throw failure("start", err, e);
    }
  }

  private static Process process(Path home, Path socket, Map<String, String> environment)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(Ductile.java(home, CommandServer.class, socket.toString()))
            .directory(Files.createDirectory(home.resolve("folder")).toFile())
            .redirectInput(NO_INPUT.toFile())
            .redirectOutput(ProcessBuilder.Redirect.appendTo(home.resolve("out").toFile()))
            .redirectError(ProcessBuilder.Redirect.appendTo(home.resolve("err").toFile()));
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.environment().putAll(environment);
    return builder.start();
  }

  private static void close(ServerSocketChannel listener) {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static AssertionError failure(String command, Path err, IOException cause) {
    try {
      return new AssertionError(command + " failed: " + Files.readString(err), cause);
    } catch (IOException _) {
      return new AssertionError(command + " failed", cause);
    }
  }

  private static void delete(Path path) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.walk(path)) {
      all = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : all) {
      Files.deleteIfExists(file);
    }
  }
}
