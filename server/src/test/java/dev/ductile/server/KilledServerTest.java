package dev.ductile.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.contracts.database.PostgresServer;
import dev.ductile.rest.Accepted;
import dev.ductile.rest.JobChange;
import dev.ductile.rest.JobDetails;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.ListPage;
import dev.ductile.rest.TaskCounts;
import dev.ductile.rest.WhyRequest;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.server.http.HttpSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that is killed under load loses nothing that it has acknowledged. */
@Tag("process")
class KilledServerTest {
  private static final int KILLS = Integer.getInteger("ductile.kills", 3);
  private static final int SLOTS = 8;
  private static final int NODES = 2;

  @TempDir private Path folder;

  @Test
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void nothingAcknowledgedIsLostInSqlite() throws Exception {
    survives(Optional.empty());
  }

  @Test
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void nothingAcknowledgedIsLostInPostgresql() throws Exception {
    Optional<PostgresServer> postgres = PostgresServer.start();
    Assumptions.assumeTrue(postgres.isPresent(), "PostgreSQL is not installed");
    try (PostgresServer server = postgres.get()) {
      survives(Optional.of(server.newDatabase()));
    }
  }

  @Test
  void killedServersLeaveNoSecondNativeLibrary() throws Exception {
    Path data = folder.resolve("data");
    for (int start = 0; start < 3; start++) {
      ServerProcess server = ServerProcess.start(data, Optional.empty());
      server.kill();

      try (var files = Files.list(data.resolve("native"))) {
        assertThat(files).hasSize(2);
      }
    }
  }

  @Test
  void firstStartOnAPortInUseLeavesNoFolder() throws Exception {
    Path data = folder.resolve("data");
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      ServerOptions options =
          ServerOptions.of(
                  ServerSettings.of(Nodes.uniform(1, Resources.gpus(1))), Catalog.installed(), data)
              .with(HttpSettings.local(taken.getLocalPort(), "test"));

      assertThatThrownBy(() -> DuctileServer.start(options))
          .isInstanceOf(IOException.class)
          .hasMessage(
              "cannot listen on 127.0.0.1 port %d: another program listens there, perhaps another"
                  + " server; choose another port with --port",
              taken.getLocalPort());
    }
    assertThat(data).doesNotExist();
  }

  private void survives(Optional<String> database) throws Exception {
    long seed = System.nanoTime();
    try {
      survives(database, new SplittableRandom(seed));
    } catch (AssertionError failure) {
      throw new AssertionError("seed " + seed, failure);
    }
  }

  private void survives(Optional<String> database, SplittableRandom random) throws Exception {
    Path starts = Files.createDirectory(folder.resolve("starts"));
    Path data = folder.resolve("data");
    var load = new ClientLoad(starts);
    for (int kill = 0; kill < KILLS; kill++) {
      ServerProcess server = ServerProcess.start(data, database);
      try (Client client = server.client()) {
        int before = load.submitted().size();
        List<Thread> clients = load.begin(client, random);
        awaitSubmission(load, before);
        pause(random.nextInt(200, 2_000));
        server.kill();
        load.stop();
        for (Thread each : clients) {
          each.join();
        }
      }
    }
    try (ServerProcess last = ServerProcess.start(data, database);
        Client client = last.client()) {
      verify(client, load, starts);
      cancelAll(client);
    }
  }

  /** A server on a busy machine may be slow to answer its first requests. */
  private static void awaitSubmission(ClientLoad load, int before) {
    for (int attempt = 0; attempt < 600 && load.submitted().size() == before; attempt++) {
      pause(100);
    }
    assertThat(load.submitted()).as("submitted jobs").hasSizeGreaterThan(before);
  }

  private static void verify(Client client, ClientLoad load, Path starts) throws Exception {
    List<JobSummary> active = awaitFull(client);
    Set<String> alive = active.stream().map(JobSummary::id).collect(Collectors.toSet());
    assertThat(load.submitted()).doesNotHaveDuplicates().hasSizeGreaterThan(SLOTS);
    for (String job : load.submitted()) {
      if (load.cancelled().contains(job)) {
        assertThat(client.get(ResourcePath.of("jobs", job), JobDetails.class).job().state())
            .as(job)
            .isEqualTo("cancelled");
      } else if (!load.mayBeCancelled(job)) {
        assertThat(alive).as("active jobs").contains(job);
      }
    }
    for (JobSummary job : active) {
      load.priority(job.id())
          .ifPresent(expected -> assertThat(job.priority()).as(job.id()).isEqualTo(expected));
      load.workers(job.id())
          .ifPresent(expected ->
              assertThat(client.get(ResourcePath.of("jobs", job.id()), JobDetails.class).fixed())
                  .as("the size of %s", job)
                  .contains(new TaskCounts(expected, 0)));
    }
    requireOneProcessEach(client, active, load, StartedTask.list(starts));
  }

  /**
   * Each task of each generation was started once, only scaled jobs have more than one generation,
   * and exactly the tasks of the last generation of each running job live.
   */
  private static void requireOneProcessEach(
      Client client, List<JobSummary> active, ClientLoad load, List<StartedTask> tasks) {
    assertThat(tasks).allSatisfy(task -> assertThat(task.processes()).as("%s", task).hasSize(1));
    for (JobSummary job : active) {
      List<StartedTask> own = tasks.stream().filter(task -> task.job().equals(job.id())).toList();
      List<StartedTask> living = own.stream().filter(StartedTask::isAlive).toList();
      if (!load.mayBeScaled(job.id())) {
        assertThat(own)
            .as(() -> "starts of %s with the history %s".formatted(job, history(client, job)))
            .hasSizeLessThanOrEqualTo(1);
      }
      if (job.state().equals("running") && job.flags().stream().noneMatch("rescaling"::equals)) {
        assertThat(living).as("processes of %s", job).hasSize(job.size().workers());
        int last = own.stream().mapToInt(StartedTask::generation).max().orElseThrow();
        assertThat(living)
            .as("processes of %s", job)
            .allSatisfy(task -> assertThat(task.generation()).isEqualTo(last));
      }
    }
    assertThat(tasks.stream().filter(StartedTask::isAlive)).hasSizeLessThanOrEqualTo(SLOTS);
  }

  private static List<JobChange> history(Client client, JobSummary job) {
    return client.list(ResourcePath.of("jobs", job.id(), "history"), JobChange.class).items();
  }

  /** The active jobs once each node has at most one free slot, too few for a job of two workers. */
  private static List<JobSummary> awaitFull(Client client) {
    List<JobSummary> active = List.of();
    for (int attempt = 0; attempt < 600 && !isFull(active); attempt++) {
      pause(100);
      active = all(client);
    }
    assertThat(isFull(active)).as("all slots are used by %s", active).isTrue();
    return active;
  }

  private static boolean isFull(List<JobSummary> active) {
    return active.stream().noneMatch(job -> job.flags().contains("rescaling"))
        && active.stream()
                .filter(job -> job.state().equals("running"))
                .mapToInt(job -> job.size().workers())
                .sum()
            >= SLOTS - NODES;
  }

  private static List<JobSummary> all(Client client) {
    var jobs = new ArrayList<JobSummary>();
    Optional<String> after = Optional.empty();
    do {
      ListPage<JobSummary> page =
          client.list(
              ResourcePath.of("jobs").with("limit", 1000).with("after", after), JobSummary.class);
      jobs.addAll(page.items());
      after = page.next();
    } while (after.isPresent());
    return jobs;
  }

  private static void cancelAll(Client client) {
    for (JobSummary job : all(client)) {
      client.post(
          ResourcePath.of("jobs", job.id(), "cancel"), new WhyRequest("the end"), Accepted.class);
    }
    for (int attempt = 0; attempt < 100 && !all(client).isEmpty(); attempt++) {
      pause(100);
    }
    pause(1_000);
  }

  private static void pause(long milliseconds) {
    LockSupport.parkNanos(milliseconds * 1_000_000);
  }
}
