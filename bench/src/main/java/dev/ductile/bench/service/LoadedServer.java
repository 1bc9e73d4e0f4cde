package dev.ductile.bench.service;

import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.server.DuctileServer;
import dev.ductile.server.ServerOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A whole server with an engine without processes, in a process of its own. It ends when its input
 * does.
 */
final class LoadedServer implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;
  private final Path data;
  private final URI address;

  private LoadedServer(Process process, Path data) throws IOException {
    this.process = process;
    this.data = data;
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.address = URI.create(line());
  }

  /**
   * Starts a server, and waits until it answers.
   *
   * @param database the address of its database; empty for SQLite in its data folder
   */
  static LoadedServer start(
      Path data, String policy, int nodes, int gpus, Optional<String> database) throws IOException {
    return start(data, policy, nodes, gpus, database, List.of());
  }

  /**
   * The same.
   *
   * @param options further options of the virtual machine, such as a start-up cache
   */
  static LoadedServer start(
      Path data,
      String policy,
      int nodes,
      int gpus,
      Optional<String> database,
      List<String> options)
      throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-Xmx1g", "--enable-native-access=ALL-UNNAMED"));
    // Its output belongs to the server, as with the launcher.
    command.addAll(List.of("-Xlog:disable", "-Xlog:all=warning,aot*=off,cds*=off:stderr"));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(LoadedServer.class.getName());
    command.addAll(List.of(data.toString(), policy));
    command.addAll(List.of(Integer.toString(nodes), Integer.toString(gpus), database.orElse("")));
    Process started =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    return new LoadedServer(started, data);
  }

  /** The server itself: each line of the input is answered by the bytes of its heap that live. */
  public static void main(String[] arguments) throws IOException {
    var options =
        ServerOptions.of(
                ServerSettings.of(
                        Nodes.uniform(
                            Integer.parseInt(arguments[2]),
                            Resources.gpus(Integer.parseInt(arguments[3]))))
                    .withPolicy(Choice.named(arguments[1])),
                Catalog.installed(),
                Path.of(arguments[0]))
            .withJobsThatEnd()
            .withDatabase(Optional.of(arguments[4]).filter(url -> !url.isEmpty()))
            .withNotes(System.err::println);
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (DuctileServer server = DuctileServer.start(options, new InstantEngine())) {
      System.out.println(server.address());
      while (input.readLine() != null) {
        System.gc();
        System.out.println(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
      }
    }
  }

  private String line() throws IOException {
    String line = output.readLine();
    if (line == null) {
      throw new IOException("the server has ended");
    }
    return line;
  }

  /** Bytes of the heap after a collection. */
  long heap() throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
    return Long.parseLong(line());
  }

  URI address() {
    return address;
  }

  /** The token of the administrator. */
  String token() throws IOException {
    return Files.readString(data.resolve("token")).strip();
  }

  Requests requests() throws IOException {
    return new Requests(address, token());
  }

  /** Ends it in order, and waits until it is gone. */
  void stop() throws IOException {
    process.getOutputStream().close();
    process.onExit().join();
  }

  /** Ends it with SIGKILL, and waits until it is gone. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
