package dev.ductile.server;

import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.engines.local.LocalEngine;
import dev.ductile.rest.client.BearerToken;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.Connection;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.ServerSettings;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A server in a process of its own, which a test can kill. It ends by itself after five minutes.
 */
final class ServerProcess implements AutoCloseable {
  private static final int GPUS = 4;
  private static final long LONGEST_LIFE_SECONDS = 300;
  private static final Duration LONGEST_REQUEST = Duration.ofSeconds(30);

  private final Process process;
  private final Path data;
  private final URI address;

  private ServerProcess(Process process, Path data, URI address) {
    this.process = process;
    this.data = data;
    this.address = address;
  }

  /** Starts a server on a data folder, and waits until it answers. */
  static ServerProcess start(Path data, Optional<String> database) throws IOException {
    var command =
        new ArrayList<String>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                ServerProcess.class.getName(),
                data.toString()));
    database.ifPresent(command::add);
    Process started =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    var output =
        new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8));
    String address = output.readLine();
    if (address == null) {
      throw new IOException("the server has ended at its start");
    }
    return new ServerProcess(started, data, URI.create(address));
  }

  /** The server itself. */
  public static void main(String[] arguments) throws Exception {
    Catalog catalog = Catalog.installed();
    var options =
        ServerOptions.of(
                ServerSettings.of(Nodes.uniform(2, Resources.gpus(GPUS)))
                    .withPolicy(Choice.named("fifo")),
                catalog,
                Path.of(arguments[0]))
            .withDatabase(arguments.length > 1 ? Optional.of(arguments[1]) : Optional.empty())
            .with(
                TaskOptions.of(LocalEngine.Lifetime.AGENT)
                    .withEnvironment(Map.of("PATH", System.getenv("PATH"))));
    try (DuctileServer server = DuctileServer.start(options)) {
      output(server.address().toString());
      server.ended().get(LONGEST_LIFE_SECONDS, TimeUnit.SECONDS);
    }
  }

  private static void output(String line) throws IOException {
    try (var output = new FileOutputStream(FileDescriptor.out)) {
      output.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  /** A client of the administrator. */
  Client client() throws IOException {
    String token = Files.readString(data.resolve("token"));
    return new Client(
        new Connection(address, BearerToken.of(token), Optional.empty(), LONGEST_REQUEST),
        time -> LockSupport.parkNanos(time.toNanos()));
  }

  /** The status and the problem of a route that needs no token. */
  String answer(String path) {
    return OpenRoute.answer(address, path);
  }

  /** Kills it with SIGKILL, and waits until it is gone. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** Stops it in order. */
  @Override
  public void close() {
    process.destroy();
    process.onExit().orTimeout(20, TimeUnit.SECONDS).exceptionally(_ -> process).join();
    kill();
  }
}
