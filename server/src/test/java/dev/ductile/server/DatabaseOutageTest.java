package dev.ductile.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.contracts.database.PostgresServer;
import dev.ductile.rest.ClusterView;
import dev.ductile.rest.JobDetails;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.Submitted;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.ServerSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The database of a server is killed while jobs run and a user submits. */
@Tag("process")
class DatabaseOutageTest {
  private static final int MOST_POLLS = 600;

  @TempDir private Path folder;
  private final List<String> notes = new CopyOnWriteArrayList<>();

  @Test
  @Timeout(value = 3, unit = TimeUnit.MINUTES)
  void jobsGoOnAndASubmissionIsAcknowledgedOnceTheDatabaseIsBack() throws Exception {
    Optional<PostgresServer> installed = PostgresServer.start();
    Assumptions.assumeTrue(installed.isPresent(), "PostgreSQL is not installed");
    Path starts = Files.createDirectory(folder.resolve("starts"));
    try (PostgresServer postgres = installed.get();
        DuctileServer server = DuctileServer.start(options(postgres.newDatabase()));
        Client client = AdminClient.of(server)) {
      submit(client, "before", starts);
      await("before runs", () -> details(client, "before").job().state().equals("running"));
      await("its tasks run", () -> started(starts, "before") == 2);
      List<StartedTask> tasks = StartedTask.list(starts);

      postgres.kill();
      CompletableFuture<Void> meanwhile =
          CompletableFuture.runAsync(() -> submit(client, "meanwhile", starts));
      await("the outage is named", () -> isNamed("cannot be written: it cannot be reached"));
      assertThat(meanwhile).as("a submission without a journal").isNotDone();
      assertThat(answersOf(server, "/health/ready", Duration.ofSeconds(3)))
          .containsOnly(
              "503 the database cannot be written: it cannot be reached; start it, or check its address");
      assertThat(answersOf(server, "/health/live", Duration.ofMillis(200))).containsOnly("200 ");
      assertThat(client.get(ResourcePath.of("cluster"), ClusterView.class).alerts())
          .first()
          .asString()
          .startsWith("the database cannot be written: it cannot be reached");
      assertThat(details(client, "before").job().state()).isEqualTo("running");
      assertThat(tasks).hasSize(2).allMatch(StartedTask::isAlive);

      postgres.beginAgain();
      meanwhile.get(60, TimeUnit.SECONDS);
      assertThat(OpenRoute.answer(server.address(), "/health/ready"))
          .startsWith("503 the database ");
      await(
          "the server is ready",
          () -> OpenRoute.answer(server.address(), "/health/ready").equals("200 "));
      assertThat(answersOf(server, "/health/ready", Duration.ofSeconds(3))).containsOnly("200 ");
      await("meanwhile runs", () -> started(starts, "meanwhile") == 2);
      assertThat(isNamed("the journal is written again")).isTrue();
      assertThat(client.list(ResourcePath.of("jobs"), JobSummary.class).items())
          .extracting(JobSummary::id)
          .containsExactlyInAnyOrder("before", "meanwhile");
      assertThat(StartedTask.list(starts))
          .containsAll(tasks)
          .allMatch(task -> task.generation() == 1 && task.processes().size() == 1)
          .allMatch(StartedTask::isAlive);
    }
  }

  @Test
  @Timeout(value = 3, unit = TimeUnit.MINUTES)
  void anIdleServerNoticesThatItsDatabaseIsAwayAndBack() throws Exception {
    Optional<PostgresServer> installed = PostgresServer.start();
    Assumptions.assumeTrue(installed.isPresent(), "PostgreSQL is not installed");
    try (PostgresServer postgres = installed.get();
        DuctileServer server = DuctileServer.start(options(postgres.newDatabase()))) {
      await(
          "the server is ready",
          () -> OpenRoute.answer(server.address(), "/health/ready").equals("200 "));

      postgres.kill();
      await(
          "it notices",
          () -> OpenRoute.answer(server.address(), "/health/ready").startsWith("503"));
      assertThat(answersOf(server, "/health/ready", Duration.ofSeconds(12)))
          .allMatch(answer -> answer.startsWith("503 the database cannot be written"));

      postgres.beginAgain();
      await(
          "the server is ready again",
          () -> OpenRoute.answer(server.address(), "/health/ready").equals("200 "));
    }
  }

  /** The different answers of a route within some time, in their order. */
  private static List<String> answersOf(DuctileServer server, String path, Duration time) {
    var answers = new LinkedHashSet<String>();
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      answers.add(OpenRoute.answer(server.address(), path));
      LockSupport.parkNanos(50_000_000);
    }
    return List.copyOf(answers);
  }

  private ServerOptions options(String database) {
    return ServerOptions.of(
            ServerSettings.of(Nodes.uniform(1, Resources.gpus(4))),
            Catalog.installed(),
            folder.resolve("data"))
        .withDatabase(Optional.of(database))
        .withJobsThatEnd()
        .withNotes(notes::add);
  }

  private boolean isNamed(String words) {
    return notes.stream().anyMatch(note -> note.contains(words));
  }

  private static void submit(Client client, String name, Path starts) {
    String file =
        """
        name: %s
        worker: {gpu: 1}
        bounds: {workers: {min: 2, max: 2}}
        command: [sh, -c, 'echo $$ >> "%s/$DUCTILE_JOB $DUCTILE_GENERATION $DUCTILE_INDEX"; exec sleep 600']
        """
            .formatted(name, starts);
    assertThat(client.postYaml(ResourcePath.of("jobs"), file, Submitted.class).ids())
        .containsExactly(name);
  }

  private static JobDetails details(Client client, String job) {
    return client.get(ResourcePath.of("jobs", job), JobDetails.class);
  }

  private static int started(Path starts, String job) {
    String[] files = starts.toFile().list((_, name) -> name.startsWith(job + " "));
    return files == null ? 0 : files.length;
  }

  private static void await(String what, BooleanSupplier condition) {
    for (int poll = 0; poll < MOST_POLLS && !condition.getAsBoolean(); poll++) {
      LockSupport.parkNanos(100_000_000);
    }
    assertThat(condition.getAsBoolean()).as(what).isTrue();
  }
}
