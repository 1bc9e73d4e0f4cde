package dev.ductile.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.contracts.database.PostgresServer;
import dev.ductile.contracts.database.SmallDisk;
import dev.ductile.rest.Accepted;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.LogPart;
import dev.ductile.rest.Problem;
import dev.ductile.rest.Submitted;
import dev.ductile.rest.WhyRequest;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ProblemException;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.ServerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A whole server whose database has a disk of its own, which is full for a while. */
@Tag("process")
class FullDiskServerTest {
  private static final int MOST_SUBMISSIONS = 200;

  @TempDir private Path folder;
  private Path starts;
  private SmallDisk disk;
  private final List<String> accepted = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();

  @BeforeEach
  void mount() throws IOException {
    starts = Files.createDirectory(folder.resolve("starts"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Optional<SmallDisk> mounted =
        SmallDisk.mount(Files.createDirectory(folder.resolve("disk")), 96);
    Assumptions.assumeTrue(mounted.isPresent(), "only root may mount a small disk");
    disk = mounted.orElseThrow();
  }

  @AfterEach
  void unmount() throws IOException {
    if (disk != null) {
      disk.close();
    }
  }

  @Test
  @Timeout(value = 4, unit = TimeUnit.MINUTES)
  void aFullDataFolderRefusesJobsAndLosesNone() throws Exception {
    Path data = disk.folder().resolve("data");
    try (ServerProcess server = ServerProcess.start(data, Optional.empty());
        Client client = server.client()) {
      List<StartedTask> tasks = begin(client);

      disk.fill();
      requireRefusals(server, client);
      assertThat(tasks).allMatch(StartedTask::isAlive);

      disk.free();
      requireRecovery(server, client, tasks);
      await("the log says what is missing", () -> log(client).contains("bytes are missing here"));
      cancelAll(client);
    }
  }

  @Test
  @Timeout(value = 4, unit = TimeUnit.MINUTES)
  void aFullDiskOfPostgresqlRefusesJobsAndLosesNone() throws Exception {
    Optional<PostgresServer> installed = PostgresServer.startIn(disk.folder());
    Assumptions.assumeTrue(installed.isPresent(), "PostgreSQL is not installed");
    Path data = folder.resolve("data");
    try (PostgresServer postgres = installed.get();
        ServerProcess server = ServerProcess.start(data, Optional.of(postgres.newDatabase()));
        Client client = server.client()) {
      List<StartedTask> tasks = begin(client);

      disk.fill();
      requireRefusals(server, client);
      assertThat(tasks).allMatch(StartedTask::isAlive);

      disk.free();
      postgres.beginAgain();
      requireRecovery(server, client, tasks);
      cancelAll(client);
    }
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void aServerDoesNotStartOnAFullDiskAndSaysWhy() throws Exception {
    Path data = disk.folder().resolve("data");
    ServerProcess.start(data, Optional.empty()).close();
    disk.fill();
    var options =
        ServerOptions.of(
            ServerSettings.of(Nodes.uniform(1, Resources.gpus(1))), Catalog.installed(), data);

    assertThatThrownBy(() -> DuctileServer.start(options)).hasMessageContaining("disk is full");

    disk.free();
    DuctileServer.start(options).close();
  }

  private List<StartedTask> begin(Client client) throws IOException {
    submit(client, "before");
    await("the job runs", () -> StartedTask.list(starts).size() == 2);
    return StartedTask.list(starts);
  }

  /** Submits until a refusal says why; all further ones are refused at once. */
  private void requireRefusals(ServerProcess server, Client client) {
    Optional<Problem> problem = Optional.empty();
    for (int job = 0; job < MOST_SUBMISSIONS && problem.isEmpty(); job++) {
      problem = submit(client, "full-" + job);
    }
    assertThat(problem.orElseThrow().status()).isEqualTo(503);
    assertThat(problem.orElseThrow().detail())
        .startsWith("the database cannot be written: ")
        .endsWith("the job is not submitted, so send it again when /health/ready is 200");
    assertThat(server.answer("/health/ready")).startsWith("503 the database cannot be written: ");
    assertThat(server.answer("/health/live")).isEqualTo("200 ");
    long begin = System.nanoTime();
    assertThat(submit(client, "later").orElseThrow().detail())
        .startsWith("the database cannot be written: ")
        .endsWith("nothing was changed, so send it again when /health/ready is 200");
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
    assertThat(ids(client)).contains("before");
  }

  private void requireRecovery(ServerProcess server, Client client, List<StartedTask> tasks)
      throws IOException {
    await("the server is ready", () -> server.answer("/health/ready").equals("200 "));
    assertThat(ids(client)).containsAll(accepted).doesNotContainAnyElementsOf(refused);
    accepted.stream().filter(job -> !job.equals("before")).forEach(job -> cancel(client, job));
    assertThat(submit(client, "after")).isEmpty();
    await("the new job runs", () -> startsOf("after") == 2);
    for (String job : refused) {
      assertThat(startsOf(job)).as(job).isZero();
    }
    assertThat(tasks).allMatch(StartedTask::isAlive);
    assertThat(startsOf("before")).as("starts of the first job").isEqualTo(2);
  }

  private long startsOf(String job) throws IOException {
    try (var files = Files.list(starts)) {
      return files.filter(file -> file.getFileName().toString().startsWith(job + " ")).count();
    }
  }

  /** Submits a job of two workers that print lines; the problem if it is refused. */
  private Optional<Problem> submit(Client client, String name) {
    String file =
        """
        name: %s
        worker: {gpu: 1}
        bounds: {workers: {min: 2, max: 2}}
        command: [sh, -c, 'echo $$ >> "%s/$DUCTILE_JOB $DUCTILE_GENERATION $DUCTILE_INDEX"; for i in $(seq 3000); do printf "line %%s %%0200d\\n" $i 0; sleep 0.1; done']
        """
            .formatted(name, starts);
    try {
      accepted.addAll(client.postYaml(ResourcePath.of("jobs"), file, Submitted.class).ids());
      return Optional.empty();
    } catch (ProblemException problem) {
      refused.add(name);
      return Optional.of(problem.problem());
    }
  }

  private static List<String> ids(Client client) {
    return client
        .list(ResourcePath.of("jobs").with("limit", "1000"), JobSummary.class)
        .items()
        .stream()
        .map(JobSummary::id)
        .toList();
  }

  private static String log(Client client) {
    return client.get(ResourcePath.of("jobs", "before", "logs"), LogPart.class).text();
  }

  private static void cancelAll(Client client) {
    ids(client).forEach(job -> cancel(client, job));
  }

  private static void cancel(Client client, String job) {
    var _ =
        client.post(ResourcePath.of("jobs", job, "cancel"), new WhyRequest("done"), Accepted.class);
  }

  @FunctionalInterface
  private interface Condition {
    boolean holds() throws IOException;
  }

  private static void await(String what, Condition condition) throws IOException {
    for (int poll = 0; poll < 600 && !condition.holds(); poll++) {
      LockSupport.parkNanos(100_000_000);
    }
    assertThat(condition.holds()).as(what).isTrue();
  }
}
