package dev.ductile.cli;

import dev.ductile.api.Node;
import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.rest.Accepted;
import dev.ductile.rest.Submitted;
import dev.ductile.rest.WhyRequest;
import dev.ductile.rest.client.BearerToken;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.Connection;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.runtime.process.ParentWatch;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.server.DuctileServer;
import dev.ductile.server.ServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Runs a simulation and a server once, so that later starts are fast: the virtual machine records
 * the classes that it has loaded and linked. The server starts twice, because the second start
 * recovers the jobs of the first one.
 */
public final class Rehearsal {
  private static final int JOBS = 100;
  private static final Nodes NODES = Nodes.uniform(1, Resources.of(Resources.CPU, 4));
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final List<String> READ = List.of("jobs", "queues", "nodes", "cluster", "policy");

  private static final String JOB =
      "{name: rehearsal, command: ['true'], worker: {cpu: 1}, bounds: {workers: {min: 1, max: 4}}}";

  private Rehearsal() {}

  /** Takes the scenario that is simulated. */
  public static void main(String[] arguments) throws IOException {
    ParentWatch.begin();
    int status = Main.execute("simulate", "--threads", "1", "-o", "json", arguments[0]);
    Path data = Files.createTempDirectory("ductile-rehearsal");
    try {
      serve(data, Rehearsal::submit);
      serve(data, Rehearsal::read);
    } finally {
      delete(data);
    }
    System.exit(status);
  }

  /** Starts a server on a folder, sends it requests, and stops it. */
  private static void serve(Path data, Consumer<Client> requests) throws IOException {
    ServerOptions options =
        ServerOptions.of(ServerSettings.of(NODES), Catalog.installed(), data).withJobsThatEnd();
    try (DuctileServer server = DuctileServer.start(options);
        Client client = client(server)) {
      requests.accept(client);
    }
  }

  private static void submit(Client client) {
    drain(client);
    for (int job = 0; job < JOBS; job++) {
      var _ = client.postYaml(ResourcePath.of("jobs"), JOB, Submitted.class);
    }
    read(client);
  }

  private static void read(Client client) {
    for (String document : READ) {
      var _ = client.get(ResourcePath.of(document), Map.class);
    }
  }

  /** Without a node all jobs wait, so that no process is started. */
  private static void drain(Client client) {
    for (Node node : NODES.list()) {
      var path = ResourcePath.of("nodes", node.id().name(), "drain");
      var _ = client.post(path, new WhyRequest("a rehearsal"), Accepted.class);
    }
  }

  private static Client client(DuctileServer server) throws IOException {
    var connection =
        new Connection(
            server.address(),
            BearerToken.of(Files.readString(server.folder().token())),
            Optional.empty(),
            PATIENCE);
    return new Client(connection, time -> LockSupport.parkNanos(time.toNanos()));
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
