package dev.ductile.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.contracts.database.PostgresServer;
import dev.ductile.rest.Accepted;
import dev.ductile.rest.JobDetails;
import dev.ductile.rest.Submitted;
import dev.ductile.rest.WhyRequest;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.ServerSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two servers on one PostgreSQL: one of them waits until the other one ends. */
@Tag("process")
class StandbyServerTest {
  private static Optional<PostgresServer> postgres = Optional.empty();

  @TempDir private Path folder;

  @BeforeAll
  static void startPostgres() throws Exception {
    postgres = PostgresServer.start();
  }

  @AfterAll
  static void stopPostgres() throws Exception {
    if (postgres.isPresent()) {
      postgres.get().close();
    }
  }

  @Test
  @Timeout(value = 3, unit = TimeUnit.MINUTES)
  void takesOverTheTasksOfAKilledServerAndStartsNoneAgain() throws Exception {
    Optional<String> database = database();
    Path starts = Files.createDirectory(folder.resolve("starts"));
    Path data = folder.resolve("data");
    ServerProcess first = ServerProcess.start(data, database);
    CompletableFuture<ServerProcess> second =
        CompletableFuture.supplyAsync(() -> started(data, database));
    try (Client client = first.client()) {
      var _ = client.postYaml(ResourcePath.of("jobs"), job(starts), Submitted.class);
      awaitRunning(client);
    }
    List<StartedTask> before = StartedTask.list(starts);
    first.kill();

    try (ServerProcess standby = second.get(90, TimeUnit.SECONDS);
        Client client = standby.client()) {
      awaitRunning(client);
      assertThat(StartedTask.list(starts)).isEqualTo(before).hasSize(2);
      assertThat(before).allMatch(StartedTask::isAlive);
      assertThat(details(client).job().state()).isEqualTo("running");

      var _ =
          client.post(
              ResourcePath.of("jobs", "night", "cancel"), new WhyRequest(""), Accepted.class);
      awaitEnd(before);
    }
  }

  @Test
  void refusesAnotherFolderThanThatOfTheTasks() throws Exception {
    Optional<String> database = database();
    Path data = folder.resolve("data");
    DuctileServer.start(options(data, database)).close();

    assertThatThrownBy(
            () -> DuctileServer.start(options(folder.resolve("other"), database)).close())
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(
            "the tasks of this cluster are in the data folder %s of the machine", data);
    DuctileServer.start(options(folder.resolve("other"), database).replacingFolder(true)).close();
    assertThatThrownBy(() -> DuctileServer.start(options(data, database)).close())
        .hasMessageContaining("in the data folder %s", folder.resolve("other"));
  }

  private static Optional<String> database() throws Exception {
    Assumptions.assumeTrue(postgres.isPresent(), "PostgreSQL is not installed");
    return Optional.of(postgres.get().newDatabase());
  }

  private static ServerOptions options(Path data, Optional<String> database) {
    return ServerOptions.of(
            ServerSettings.of(Nodes.uniform(1, Resources.gpus(1))), Catalog.installed(), data)
        .withDatabase(database);
  }

  private static ServerProcess started(Path data, Optional<String> database) {
    try {
      return ServerProcess.start(data, database);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static String job(Path starts) {
    return """
    name: night
    worker: {gpu: 1}
    bounds: {workers: {min: 2, max: 2}}
    command: [sh, -c, 'echo $$ >> "%s/$DUCTILE_JOB $DUCTILE_GENERATION $DUCTILE_INDEX"; exec sleep 600']
    """
        .formatted(starts);
  }

  private static JobDetails details(Client client) {
    return client.get(ResourcePath.of("jobs", "night"), JobDetails.class);
  }

  private static void awaitRunning(Client client) {
    for (int attempt = 0; attempt < 300; attempt++) {
      if (details(client).job().state().equals("running")) {
        return;
      }
      pause();
    }
    assertThat(details(client).job().state()).isEqualTo("running");
  }

  private static void awaitEnd(List<StartedTask> tasks) {
    for (int attempt = 0;
        attempt < 300 && tasks.stream().anyMatch(StartedTask::isAlive);
        attempt++) {
      pause();
    }
    assertThat(tasks).noneMatch(StartedTask::isAlive);
  }

  private static void pause() {
    LockSupport.parkNanos(100_000_000);
  }
}
