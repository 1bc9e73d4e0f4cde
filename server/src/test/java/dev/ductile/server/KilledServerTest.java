package dev.ductile.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.contracts.database.PostgresServer;
import dev.ductile.rest.Accepted;
import dev.ductile.rest.JobDetails;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.ListPage;
import dev.ductile.rest.WhyRequest;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ResourcePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

  @TempDir private Path folder;

  @Test
  @Timeout(110)
  void nothingAcknowledgedIsLostInSqlite() throws Exception {
    survives(Optional.empty());
  }

  @Test
  @Timeout(110)
  void nothingAcknowledgedIsLostInPostgresql() throws Exception {
    Optional<PostgresServer> postgres = PostgresServer.start();
    Assumptions.assumeTrue(postgres.isPresent(), "PostgreSQL is not installed");
    try (PostgresServer server = postgres.get()) {
      survives(Optional.of(server.newDatabase()));
    }
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
        List<Thread> clients = load.begin(client, random);
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
    }
    requireOneProcessEach(active, starts);
  }

  /** All slots are taken by jobs that run, each started once, with its first process alive. */
  private static void requireOneProcessEach(List<JobSummary> active, Path starts)
      throws IOException {
    for (JobSummary job : active) {
      Path noted = starts.resolve(job.id());
      List<String> processes = Files.exists(noted) ? Files.readAllLines(noted) : List.of();
      assertThat(processes).as("starts of %s", job).hasSizeLessThanOrEqualTo(1);
      if (job.state().equals("running")) {
        assertThat(processes).as("starts of %s", job).hasSize(1);
        assertThat(ProcessHandle.of(Long.parseLong(processes.getFirst())))
            .as("process of %s", job)
            .isPresent();
      }
    }
    assertThat(livingProcesses(starts)).hasSizeLessThanOrEqualTo(SLOTS);
  }

  private static List<String> livingProcesses(Path starts) throws IOException {
    var living = new ArrayList<String>();
    try (Stream<Path> jobs = Files.list(starts)) {
      for (Path job : jobs.toList()) {
        for (String process : Files.readAllLines(job)) {
          if (ProcessHandle.of(Long.parseLong(process)).isPresent()) {
            living.add(job.getFileName() + " " + process);
          }
        }
      }
    }
    return living;
  }

  /** The active jobs once as many of them run as the cluster has slots. */
  private static List<JobSummary> awaitFull(Client client) {
    List<JobSummary> active = List.of();
    for (int attempt = 0; attempt < 200 && !isFull(active); attempt++) {
      pause(100);
      active = all(client);
    }
    assertThat(isFull(active)).as("all slots are used by %s", active).isTrue();
    return active;
  }

  private static boolean isFull(List<JobSummary> active) {
    return active.stream()
            .filter(job -> job.state().equals("running") && job.flags().isEmpty())
            .count()
        >= SLOTS;
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
