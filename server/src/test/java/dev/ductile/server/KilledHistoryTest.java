package dev.ductile.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.ductile.contracts.database.PostgresServer;
import dev.ductile.rest.Accepted;
import dev.ductile.rest.JobChange;
import dev.ductile.rest.JobDetails;
import dev.ductile.rest.ScaleRequest;
import dev.ductile.rest.Submitted;
import dev.ductile.rest.WhyRequest;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The histories of jobs, before and after their server is killed. */
@Tag("process")
final class KilledHistoryTest {
  /** So many that the first changes are no longer in memory. */
  private static final int HOLDS = 20;

  /** The time in which the agent of the node stops the last task, and ends. */
  private static final long FOR_THE_AGENT = 1_000_000_000;

  @TempDir private Path folder;

  @Test
  void historiesSurviveInSqlite() throws Exception {
    survives(Optional.empty());
  }

  @Test
  void historiesSurviveInPostgresql() throws Exception {
    Optional<PostgresServer> postgres = PostgresServer.start();
    Assumptions.assumeTrue(postgres.isPresent(), "PostgreSQL is not installed");
    try (PostgresServer server = postgres.get()) {
      survives(Optional.of(server.newDatabase()));
    }
  }

  private void survives(Optional<String> database) throws Exception {
    Path data = folder.resolve("data");
    ServerProcess first = ServerProcess.start(data, database);
    List<JobChange> ended;
    List<JobChange> active;
    try (Client client = first.client()) {
      submit(client, "ended");
      scale(client, "ended", 2);
      cancel(client, "ended");
      submit(client, "active");
      for (int hold = 0; hold < HOLDS; hold++) {
        holdAndResume(client, "active");
      }
      ended = history(client, "ended");
      active = history(client, "active");
      first.kill();
    }
    requireReasons(ended);
    requireReasons(active);
    assertThat(ended).last().extracting(JobChange::kind).isEqualTo("cancelled");
    assertThat(active)
        .filteredOn(change -> change.kind().equals("held") || change.kind().equals("resumed"))
        .isNotEmpty()
        .allMatch(change ->
            change.message().orElse("").endsWith("by admin")
                || change.message().orElse("").endsWith("(by admin)"));
    for (int start = 0; start < 2; start++) {
      ServerProcess next = ServerProcess.start(data, database);
      try (Client client = next.client()) {
        assertThat(history(client, "ended")).isEqualTo(ended);
        assertThat(history(client, "active"))
            .extracting(JobChange::at, JobChange::kind, JobChange::to, JobChange::reason)
            .containsSubsequence(
                active.stream()
                    .map(one -> tuple(one.at(), one.kind(), one.to(), one.reason()))
                    .toList());
      }
      stop(next, start);
    }
    try (ServerProcess last = ServerProcess.start(data, database);
        Client client = last.client()) {
      cancel(client, "active");
      assertThat(history(client, "active")).hasSizeGreaterThan(4 * HOLDS);
      LockSupport.parkNanos(FOR_THE_AGENT);
    }
  }

  /** The second start begins after a kill, the third one from a snapshot. */
  private static void stop(ServerProcess server, int start) {
    if (start == 0) {
      server.kill();
    } else {
      server.close();
    }
  }

  private static void requireReasons(List<JobChange> changes) {
    assertThat(changes).first().extracting(JobChange::kind).isEqualTo("submitted");
    assertThat(changes)
        .filteredOn(change -> change.kind().equals("allocated") && change.to().workers() > 0)
        .hasSizeGreaterThan(1)
        .allSatisfy(change -> {
          assertThat(change.policy()).contains("fifo");
          assertThat(change.reason().orElseThrow().sentence()).isNotBlank();
        });
  }

  private static void submit(Client client, String name) {
    client.postYaml(
        ResourcePath.of("jobs"),
        """
        name: %s
        worker: {gpu: 1}
        request: {workers: 1}
        bounds: {workers: {min: 1, max: 2}}
        program: {command: [sleep, "600"]}
        """
            .formatted(name),
        Submitted.class);
    await(client, name, 1);
  }

  private static void scale(Client client, String name, int workers) {
    client.post(
        ResourcePath.of("jobs", name, "scale"),
        new ScaleRequest(workers, 0, "the test says so"),
        Accepted.class);
    await(client, name, workers);
  }

  private static void holdAndResume(Client client, String name) {
    client.post(
        ResourcePath.of("jobs", name, "hold"), new WhyRequest("the test says so"), Accepted.class);
    client.post(ResourcePath.of("jobs", name, "resume"), Accepted.class);
    await(client, name, 1);
  }

  private static void cancel(Client client, String name) {
    client.post(
        ResourcePath.of("jobs", name, "cancel"),
        new WhyRequest("the test says so"),
        Accepted.class);
  }

  private static void await(Client client, String name, int workers) {
    for (int attempt = 0; attempt < 300 && workers(client, name) != workers; attempt++) {
      LockSupport.parkNanos(50_000_000);
    }
    assertThat(workers(client, name)).as("workers of %s", name).isEqualTo(workers);
  }

  private static int workers(Client client, String name) {
    return client.get(ResourcePath.of("jobs", name), JobDetails.class).job().size().workers();
  }

  private static List<JobChange> history(Client client, String name) {
    return client.list(ResourcePath.of("jobs", name, "history"), JobChange.class).items();
  }
}
