package dev.ductile.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.contracts.database.PostgresServer;
import dev.ductile.rest.Accepted;
import dev.ductile.rest.DryRun;
import dev.ductile.rest.Forecast;
import dev.ductile.rest.JobDetails;
import dev.ductile.rest.ScaleRequest;
import dev.ductile.rest.Submitted;
import dev.ductile.rest.Why;
import dev.ductile.rest.WhyRequest;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job that runs again starts with the speed at which it was measured, whatever was killed. */
@Tag("process")
final class EarlierSpeedServerTest {
  /** A worker makes 20 steps a second, and two make 40. */
  private static final String PROGRAM =
      "i=0; while true; do i=$((i + WORLD_SIZE)); echo \"{\\\"step\\\": $i}\"; sleep 0.05; done";

  private static final String FOUND =
      "starts with the speeds of job ads, measured at 1 and 2 workers";
  private static final int STEPS = 20_000;

  /** The time in which a task ends and the server notes it, so that the agent of the node ends. */
  private static final long FOR_THE_AGENT = 3_000_000_000L;

  @TempDir private Path folder;

  @Test
  void measuredSpeedsSurviveInSqlite() throws Exception {
    survive(Optional.empty());
  }

  @Test
  void measuredSpeedsSurviveInPostgresql() throws Exception {
    Optional<PostgresServer> postgres = PostgresServer.start();
    Assumptions.assumeTrue(postgres.isPresent(), "PostgreSQL is not installed");
    try (PostgresServer server = postgres.get()) {
      survive(Optional.of(server.newDatabase()));
    }
  }

  private void survive(Optional<String> database) throws Exception {
    Path data = folder.resolve("data");
    ServerProcess first = ServerProcess.start(data, database);
    try (Client client = first.client()) {
      measure(client);
      requireFound(dryRun(client, job("work: 20000")));
      cancel(client, "ads");
      requireFound(dryRun(client, job("work: 20000")));
      requireRefusals(client);
      LockSupport.parkNanos(FOR_THE_AGENT);
      first.kill();
    }
    ServerProcess second = ServerProcess.start(data, database);
    try (Client client = second.client()) {
      requireFound(dryRun(client, job("work: 20000")));
      requireNothingElse(client);
      submitAgain(client);
      second.kill();
    }
    try (ServerProcess third = ServerProcess.start(data, database);
        Client client = third.client()) {
      assertThat(source(client, "ads-2"))
          .isEqualTo("speeds of job ads, measured at 1 and 2 workers");
      cancel(client, "ads-2");
      assertThat(dryRun(client, job("profile: {from: ads-2}")).notes()).contains(FOUND);
      endTasks(client);
    }
  }

  /** The server forgets an ended task in a round after the one that notes its end. */
  private static void endTasks(Client client) {
    LockSupport.parkNanos(FOR_THE_AGENT);
    for (int round = 0; round < 2; round++) {
      client.post(
          ResourcePath.of("nodes", "node-0", "drain"),
          new WhyRequest("the test ends"),
          Accepted.class);
      client.post(ResourcePath.of("nodes", "node-0", "undrain"), Accepted.class);
      LockSupport.parkNanos(FOR_THE_AGENT / 3);
    }
  }

  private static void measure(Client client) {
    assertThat(submit(client, job("work: 1000000"))).isEqualTo("ads");
    await(client, "its own measurements, at 1 worker");
    client.post(
        ResourcePath.of("jobs", "ads", "scale"),
        new ScaleRequest(2, 0, "the test says so"),
        Accepted.class);
    await(client, "its own measurements, at 1 and 2 workers");
  }

  private static void requireFound(DryRun answer) {
    assertThat(answer.notes()).anyMatch(note -> note.startsWith(FOUND));
    Forecast forecast = answer.forecasts().getFirst();
    Duration lasts =
        Duration.between(
            forecast.start().orElseThrow().median(), forecast.end().orElseThrow().median());
    assertThat(lasts.toSeconds()).isBetween(STEPS / 60L, STEPS / 15L);
  }

  private static void requireRefusals(Client client) {
    assertThatThrownBy(() -> dryRun(client, job("profile: {from: ads-7}")))
        .hasMessageContaining("profile: there is no job ads-7");
    assertThat(submit(client, "{name: silent, worker: {gpu: 1}, command: ['true']}"))
        .isEqualTo("silent");
    assertThatThrownBy(() -> dryRun(client, job("profile: {from: silent}")))
        .hasMessageContaining("profile: job silent has no measured speeds");
    assertThatThrownBy(() ->
            dryRun(
                client, job("speed: {model: constant, stepsPerSecond: 4}\nprofile: {from: ads}")))
        .hasMessageContaining("keep one of them");
  }

  /**
   * Another name, another program and another size of a task have no speeds; nor has a user without
   * them.
   */
  private static void requireNothingElse(Client client) {
    for (String other :
        new String[] {
          job("profile: {skip: true}"),
          job("").replace("name: ads", "name: other"),
          job("").replace("0.05", "0.06"),
          job("").replace("gpu: 1", "gpu: 2"),
          job("speed: {model: constant, stepsPerSecond: 4}")
        }) {
      assertThat(dryRun(client, other).notes()).noneMatch(note -> note.startsWith("starts with"));
    }
    assertThat(dryRun(client, job("profile: {from: ads}").replace("name: ads", "name: b")).notes())
        .contains(FOUND);
  }

  private static void submitAgain(Client client) {
    assertThat(submit(client, job("profile: {from: ads}\nwork: 1000000"))).isEqualTo("ads-2");
    assertThat(source(client, "ads-2")).isEqualTo("speeds of job ads, measured at 1 and 2 workers");
    assertThat(client.get(ResourcePath.of("jobs", "ads-2", "why"), Why.class).speedSource())
        .contains("speeds of job ads, measured at 1 and 2 workers");
  }

  private static String job(String more) {
    return """
    name: ads
    worker: {gpu: 1}
    request: {workers: 1}
    bounds: {workers: {min: 1, max: 2}}
    program: {command: [sh, -c, '%s']}
    %s
    """
        .formatted(PROGRAM, more);
  }

  private static String submit(Client client, String file) {
    return client.postYaml(ResourcePath.of("jobs"), file, Submitted.class).ids().getFirst();
  }

  private static DryRun dryRun(Client client, String file) {
    return client.postYaml(ResourcePath.of("jobs").with("dryRun", true), file, DryRun.class);
  }

  private static void cancel(Client client, String job) {
    client.post(
        ResourcePath.of("jobs", job, "cancel"), new WhyRequest("the test says so"), Accepted.class);
  }

  private static void await(Client client, String source) {
    for (int attempt = 0; attempt < 600 && !source(client, "ads").equals(source); attempt++) {
      LockSupport.parkNanos(50_000_000);
    }
    assertThat(source(client, "ads")).isEqualTo(source);
  }

  private static String source(Client client, String job) {
    return client
        .get(ResourcePath.of("jobs", job), JobDetails.class)
        .speedSource()
        .orElse("unknown");
  }
}
